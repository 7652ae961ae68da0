/** The language server's first file: an editor starts it and speaks to it over IPC. */
import { createConnection } from 'vscode-languageserver/node';
import { knowledgeOf, loadModel } from '../model/model.ts';
import { BowlineServer } from './server.ts';

const connection = createConnection();
new BowlineServer(connection, { load: (bytes) => ({ knowledge: knowledgeOf(loadModel(bytes)) }) });
connection.listen();
