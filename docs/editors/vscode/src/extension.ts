// The language server of croupier, started for YAML files; it leaves alone what is no ruleset.

import { workspace } from "vscode";
import type { ExtensionContext } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  await start();
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("croupier")) {
        await deactivate();
        await start();
      }
    }),
  );
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration("croupier");
  const language = settings.get<string>("language", "");
  const server: ServerOptions = {
    command: settings.get<string>("command", "croupier"),
    args: language ? ["lsp", "--lang", language] : ["lsp"],
  };
  const options: LanguageClientOptions = {
    documentSelector: ["yaml", "croupier"].map((language) => ({ language, scheme: "file" })),
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.yaml") },
  };
  client = new LanguageClient("croupier", "croupier", server, options);
  await client.start();
}
