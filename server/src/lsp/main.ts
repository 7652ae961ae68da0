/** The entry of the language server, which an editor starts and talks to over IPC. */
import { createConnection } from 'vscode-languageserver/node';
import { nodeHost } from '../hosts/node/host.ts';
import { BowlineServer } from './server.ts';

const connection = createConnection();
new BowlineServer(connection, nodeHost);
connection.listen();
