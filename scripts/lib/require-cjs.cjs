// Stryker's runner requires files of Mocha without their extension, and Mocha has renamed them to .cjs.
const Module = require('node:module');

Module._extensions['.cjs'] ??= Module._extensions['.js'];
