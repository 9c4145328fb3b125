// The 1.x and the 2.x client differ in how they connect, not in how they are
// used; this turns either into the session that the walk needs.

/** Connects `client` and returns the session; `problems` collects what it reports aside. */
export async function connect(client, transport) {
  const problems = [];
  client.onerror = (error) => problems.push(error);
  await client.connect(transport);
  return {
    problems,
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    listResources: async () => (await client.listResources()).resources,
    readResource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

export const CLIENT_INFO = { name: 'dealeragent-interop', version: '0.1.0' };
