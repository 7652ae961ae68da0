// Takes the pictures of the documentation anew, by running the browser suite: docs/images/*.png
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';
import { suites } from './lib/suites.mjs';

await setUp();
const { failures } = await suites.browser({ BOWLINE_SCREENSHOTS: inProject('docs/images') });
if (failures > 0) process.exitCode = 1;
