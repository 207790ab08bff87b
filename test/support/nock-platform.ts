import nock from 'nock';

/** The address of a platform that exists only as mocks. */
export const mockedAddress = 'https://ads-api.example.com';

/**
 * Runs `play` with a platform of mocks, to which it adds, and no other network. Fails afterwards if a request met no
 * mock, whatever the code under test made of that, and if a mock met no request. nock is global: one at a time, and
 * not in a file whose other tests use real connections.
 */
export async function withNockPlatform(play: (platform: nock.Scope) => Promise<void>): Promise<void> {
  const unmatched: string[] = [];
  // nock answers an unmatched path of a mocked host by itself, with 501; only this event tells of it.
  const note = ({ method, url }: Request) => {
    unmatched.push(`${method} ${url}`);
  };
  nock.disableNetConnect();
  nock.emitter.on('no match', note);
  try {
    await play(nock(mockedAddress));
    const unused = nock.pendingMocks().map((mock) => `unused mock ${mock}`);
    const problems = [...unmatched.map((request) => `no mock for ${request}`), ...unused];
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    nock.emitter.off('no match', note);
    nock.cleanAll();
    nock.enableNetConnect();
  }
}
