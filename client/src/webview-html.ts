import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** A page of the extension: the script `dist/BUNDLE.js` and the style sheet `dist/BUNDLE.css`. */
export interface WebviewPage {
  readonly bundle: string;
  readonly title: string;
}

/** A page may run scripts, and may read only the files in `dist`. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableCommandUris: false,
    localResourceRoots: [vscode.Uri.joinPath(extension, 'dist')],
  };
}

/** An empty page, which the page's script fills. For safety, the HTML contains only constants. */
export function webviewHtml(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { bundle, title }: WebviewPage,
): string {
  const nonce = randomBytes(16).toString('base64');
  const inDist = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', file)).toString();
  const policy = [
    `default-src 'none'`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${inDist(`${bundle}.css`)}" />
    <title>${title}</title>
  </head>
  <body>
    <div id="panel"></div>
    <script nonce="${nonce}" src="${inDist(`${bundle}.js`)}"></script>
  </body>
</html>`;
}
