/** The entry of the language server, which an editor starts and talks to over IPC. */
import { createConnection } from 'vscode-languageserver/node';
import { BowlineServer } from '../../lsp/server.ts';
import { nodeHost } from './host.ts';

const connection = createConnection();
new BowlineServer(connection, nodeHost);
connection.listen();
