//! How to connect each common client, to be pasted.
//!
//! Every one of them gets the safe door and the short name `dealer`: some hosts
//! refuse a whole server for one dot in a tool's name, and most put the server's
//! name in front of the tool's, whose length they limit.

use serde_json::json;

/// One client.
pub(super) struct Client {
    /// For links within the page, and for tests that run what is pasted.
    pub(super) id: &'static str,
    /// What it is called.
    pub(super) name: &'static str,
    /// What to do with the text.
    pub(super) how: &'static str,
    /// What is pasted.
    pub(super) text: String,
}

const CHATGPT: &str = "On the web, under Plugins choose the plus sign, then Add custom MCP server. (In older versions: \
    Settings, Apps, Advanced settings, Developer mode, then Create app.) Name it “dealer”, paste this address, and \
    choose no authentication. The address has to be a public one with https.";
const CHATGPT_WITH_SIGN_IN: &str = "On the web, under Plugins choose the plus sign, then Add custom MCP server. (In \
    older versions: Settings, Apps, Advanced settings, Developer mode, then Create app.) Name it “dealer”, paste this \
    address, and choose OAuth. The address has to be a public one with https.";

/// All clients, those without a terminal first; `needs_sign_in` where nobody is
/// let in without a credential.
pub(super) fn clients(base: &str, needs_sign_in: bool) -> Vec<Client> {
    let door = format!("{base}/mcp/compat");
    vec![
        Client {
            id: "claude",
            name: "Claude: web and desktop",
            how: "Settings, Connectors, Add custom connector. Name it “dealer” and paste this address. Claude \
                reaches it over the internet, so it has to be a public one.",
            text: door.clone(),
        },
        Client {
            id: "chatgpt",
            name: "ChatGPT",
            how: if needs_sign_in { CHATGPT_WITH_SIGN_IN } else { CHATGPT },
            text: door.clone(),
        },
        Client {
            id: "claude-code",
            name: "Claude Code",
            how: "In a terminal:",
            text: format!("claude mcp add --transport http dealer {door}"),
        },
        Client {
            id: "gemini-cli",
            name: "Gemini CLI",
            how: "In a terminal:",
            text: format!("gemini mcp add --transport http dealer {door}"),
        },
        Client {
            id: "vscode",
            name: "Visual Studio Code",
            how: "In .vscode/mcp.json of a workspace, or with the command “MCP: Open User Configuration”:",
            text: format!("{:#}", json!({ "servers": { "dealer": { "type": "http", "url": door } } })),
        },
        Client {
            id: "cursor",
            name: "Cursor",
            how: "In ~/.cursor/mcp.json, or in .cursor/mcp.json of a project:",
            text: format!("{:#}", json!({ "mcpServers": { "dealer": { "url": door } } })),
        },
        Client {
            id: "inspector",
            name: "MCP Inspector",
            how: "In a terminal, with Node 22. The transport is named because the Inspector does not know it by \
                this path.",
            text: format!("npx @modelcontextprotocol/inspector --cli {door} --transport http --method tools/list"),
        },
        Client {
            id: "typescript",
            name: "TypeScript",
            how: "With the package @modelcontextprotocol/client:",
            text: typescript(&door),
        },
        Client { id: "python", name: "Python", how: "With the package mcp, version 2:", text: python(&door) },
        Client {
            id: "curl",
            name: "curl",
            how: "One call by hand. There is no handshake and no session in this revision of MCP.",
            text: curl(&door),
        },
    ]
}

fn typescript(door: &str) -> String {
    format!(
        "import {{\n  Client,\n  StreamableHTTPClientTransport,\n}} from \"@modelcontextprotocol/client\";\n\n\
        const door = new URL(\"{door}\");\n\
        const client = new Client({{ name: \"my-agent\", version: \"1.0.0\" }});\n\
        await client.connect(new StreamableHTTPClientTransport(door));\n\
        const manifest = await client.callTool({{\n  \
          name: \"dealeragent_discovery_get_manifest\",\n  \
          arguments: {{}},\n\
        }});\n\
        console.log(manifest.structuredContent);\n\
        await client.close();",
    )
}

fn python(door: &str) -> String {
    format!(
        "import asyncio\nfrom mcp import Client\n\n\
        DOOR = \"{door}\"\n\
        TOOL = \"dealeragent_discovery_get_manifest\"\n\n\
        async def main():\n    \
            async with Client(DOOR) as client:\n        \
                manifest = await client.call_tool(TOOL, {{}})\n        \
                print(manifest.structured_content)\n\n\
        asyncio.run(main())",
    )
}

fn curl(door: &str) -> String {
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": "dealeragent_discovery_get_manifest", "arguments": {},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    format!(
        "curl -s {door} \\\n  \
        -H 'Content-Type: application/json' \\\n  \
        -H 'Accept: application/json, text/event-stream' \\\n  \
        -H 'MCP-Protocol-Version: 2026-07-28' \\\n  \
        -H 'Mcp-Method: tools/call' \\\n  \
        -H 'Mcp-Name: dealeragent_discovery_get_manifest' \\\n  \
        -d '{call}'",
    )
}
