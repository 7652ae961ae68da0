/** The script of a search worker. It loads the shared models and answers jobs. */
import { Explainer } from '../../explain/explainer.ts';
import { Surveyor } from '../../explain/surveyor.ts';
import { Tracer } from '../../explain/tracer.ts';
import { loadParser } from '../../parser/parser-model.ts';
import { Parser } from '../../parser/parser.ts';
import { createRealizer } from '../../realize/realizer.ts';
import type { SearchStart } from '../messages.ts';
import type { ParserFile } from '../resources.ts';
import { serveRealizer } from '../serve.ts';
import { cpuMs } from './clock.ts';
import { openShared } from './model-file.ts';
import { loadResources } from './resources.ts';
import { inWorker } from './worker-port.ts';

inWorker((port, start: SearchStart) => {
  const resources = loadResources(start.files);
  const open = {
    explainer: () => new Explainer(resources),
    tracer: () => new Tracer(resources),
    surveyor: () => new Surveyor(resources),
    parser: ({ file }: ParserFile) => new Parser(loadParser(openShared(file))),
  };
  serveRealizer(port, start, createRealizer(resources), open, cpuMs);
});
