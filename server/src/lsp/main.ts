/** The language server's first file: an editor starts it and speaks to it over IPC. */
import { createConnection } from 'vscode-languageserver/node';
import { BowlineServer } from './server.ts';

const connection = createConnection();
new BowlineServer(connection);
connection.listen();
