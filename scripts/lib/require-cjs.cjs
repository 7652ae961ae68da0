// Stryker's runner requires parts of Mocha without their extension, which has become .cjs.
const Module = require('node:module');

Module._extensions['.cjs'] ??= Module._extensions['.js'];
