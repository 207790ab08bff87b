import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { us } from '../../unit/sandbox/sandbox-client.ts';
import { type Bench, createBench } from './harness.ts';

const recordsOf = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

/** A bench whose document is applied; gives the id of its campaign. */
async function createApplied(): Promise<{ readonly bench: Bench; readonly id: string }> {
  const bench = await createBench();
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  return { bench, id: String(sale?.['id']) };
}

/** A platform of a test's own; gives its address, and what it was asked. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly env: Readonly<Record<string, string>>; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { env: { ADSYNC_ADS_BASE_URL: url, ADSYNC_BASE_URL: url }, asked };
}

test('an answer is printed as the platform wrote it, no digit of a number lost', async () => {
  const bench = await createBench();
  const { env } = await serve((_request, response) =>
    response.end('{"data":{"id":9223372036854775807,"amount":1.10,"name":"a\\u009bb\u202ec"},"x":1E400}'),
  );

  const { code, stdout, stderr } = await bench.adsync(['api', 'GET', '/12/accounts/x'], { env });
  const shown = await bench.adsync(['api', 'get', '12/accounts/x'], { env, typed: '' });
  const selected = await bench.adsync(['api', 'GET', '/12/accounts/x', '--jq', '.data|.id,.amount'], { env });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    '{"data":{"id":9223372036854775807,"amount":1.10,"name":"a\\u009bb\\u202ec"},"x":1E400}\n',
  );
  expect(shown.stdout).toContain('\n    "id": 9223372036854775807,\n    "amount": 1.10,\n');
  expect(selected.stdout).toBe('9223372036854775807\n1.10\n');
});

test.each([
  ['pages of the advertising API', `/12/accounts/${us}/campaigns`, ['-F', 'count=2']],
  ['pages of the data API', '/2/users/756201191646691328/tweets', ['-F', 'max_results=5']],
])('all %s are joined, or selected from one by one', async (_title, path, fields) => {
  const bench = await createBench();
  await bench.control('POST', 'seed', {
    campaigns: Array.from({ length: 9 }, (_, index) => ({ account_id: us, name: `C${index}` })),
    tweets: Array.from({ length: 13 }, (_, index) => ({
      account_id: us,
      user_id: '756201191646691328',
      text: `T${index}`,
    })),
  });
  const line = ['api', 'GET', path, ...fields];

  const first = await bench.adsync(line);
  const joined = await bench.adsync([...line, '--paginate']);
  const pages = await bench.adsync([...line, '--paginate', '--jq', '.data|length']);
  const names = await bench.adsync([...line, '--paginate', '--jq', '.data[].id']);

  const { data } = recordsOf.parse(JSON.parse(joined.stdout));
  expect({ code: joined.code, stderr: joined.stderr }).toEqual({ code: 0, stderr: '' });
  expect(data.length).toBeGreaterThanOrEqual(10);
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
  expect(recordsOf.parse(JSON.parse(first.stdout)).data).toEqual(
    data.slice(0, path.startsWith('/2') ? 5 : 2),
  );
  expect(names.stdout).toBe(`${data.map(({ id }) => id).join('\n')}\n`);
  expect(pages.stdout.trimEnd().split('\n').length).toBeGreaterThanOrEqual(3);
});

test('a list that has no end is given up, and what was begun is left without its end', async () => {
  const bench = await createBench();
  const { env, asked } = await serve((_request, response) =>
    response.end('{"data":[{"id":"a"}],"next_cursor":"again","includes":{}}'),
  );

  const ran = await bench.adsync(['api', 'GET', '/12/accounts', '--paginate'], { env });

  expect(ran.code).toBe(1);
  expect(ran.stdout).toBe('{"data":[\n{"id":"a"},\n{"id":"a"}');
  expect(ran.stderr).toContain('ADSYNC_ANSWER_INVALID');
  expect(ran.stderr).toContain('the same cursor twice');
  expect(asked).toHaveLength(2);
});

test('what pages hold beside their records is named, and an empty list is a list', async () => {
  const bench = await createBench();
  const { env } = await serve(({ url = '' }, response) => {
    if (url.startsWith('/12')) response.end('{"data":[],"next_cursor":null}');
    else response.end('{"data":[{"id":"1"}],"includes":{"users":[]},"meta":{}}');
  });

  const empty = await bench.adsync(['api', 'GET', '/12/accounts', '--paginate'], { env });
  const more = await bench.adsync(['api', 'GET', '/2/tweets', '--paginate'], { env });

  expect(empty).toMatchObject({ code: 0, stdout: '{"data":[]}\n', stderr: '' });
  expect(more).toMatchObject({ code: 0, stdout: '{"data":[\n{"id":"1"}\n]}\n' });
  expect(more.stderr).toContain('The pages also hold includes');
});

test('a refusal is printed whole, said in words, and ends with 1', async () => {
  const bench = await createBench();

  const ran = await bench.adsync(['api', 'GET', `/12/accounts/${us}/campaigns/none`, '--jq', '.data']);
  const ofData = await bench.adsync(['api', 'GET', '/2/news/1']);

  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({ errors: [{ code: 'CAMPAIGN_NOT_FOUND' }] });
  expect(ran.stderr).toMatch(/^error\[ADSYNC_PLATFORM_REFUSED\]: .*\(HTTP 404\)\n {2}CAMPAIGN_NOT_FOUND: /);
  expect(ofData.code).toBe(1);
  expect(JSON.parse(ofData.stdout)).toMatchObject({ status: 404 });
  expect(ofData.stderr).toMatch(/^error\[ADSYNC_PLATFORM_REFUSED\]: .*\(HTTP 404\)\n/);
});

test('reads are repeated after what passes, writes are not', async () => {
  const bench = await createBench();
  let failing = 1;
  const { env, asked } = await serve((_request, response) => {
    response.statusCode = failing > 0 ? 503 : 200;
    failing -= 1;
    response.end('{"data":[]}');
  });

  const read = await bench.adsync(['api', 'GET', '/12/accounts'], { env });
  failing = 9;
  const written = await bench.adsync(['api', 'PUT', '/12/accounts/x', '-f', 'name=y', '--yes'], { env });

  expect(read).toMatchObject({ code: 0, stdout: '{"data":[]}\n' });
  expect(written.code).toBe(7);
  expect(written.stderr).toContain('ADSYNC_OUTCOME_UNKNOWN');
  expect(written.stderr).toContain('It was not sent again.');
  expect(asked).toEqual(['GET /12/accounts', 'GET /12/accounts', 'PUT /12/accounts/x?name=y']);
});

test('a write asks, says what of the state it names, and is sent where it is allowed', async () => {
  const { bench, id } = await createApplied();
  const line = ['api', 'PUT', `/12/accounts/${us}/campaigns/${id}`, '-f', 'name=Other'];
  const before = await bench.writes();

  const silent = await bench.adsync(line);
  const declined = await bench.adsync(line, { typed: 'no\n' });
  expect(await bench.writes()).toEqual(before);
  const allowed = await bench.adsync(line, { typed: 'yes\n' });

  expect(silent).toMatchObject({ code: 1, stdout: '' });
  expect(silent.stderr).toContain('ADSYNC_DECLINED');
  expect(declined.code).toBe(1);
  expect(declined.stderr).toContain('the answer was not yes; nothing was changed');
  for (const { stderr } of [silent, declined, allowed]) {
    expect(stderr).toContain('The request names 1 resource of the state');
    expect(stderr).toContain(`  acme-us/campaigns/sale (campaign ${id})`);
  }
  expect(allowed.code).toBe(0);
  expect(await bench.writes()).toHaveLength(before.length + 1);
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 2 });
});

test('what is named stands in paths, parameters and bodies, and what stands beneath is counted', async () => {
  const { bench, id } = await createApplied();
  await bench.write(
    'batch.json',
    JSON.stringify([{ operation_type: 'Delete', params: { campaign_id: id } }]),
  );
  const named = async (...line: readonly string[]) =>
    (await bench.adsync(['api', ...line, '--dry-run'])).stderr.match(/^ {2}acme-us.*$/gm) ?? [];
  const base = `/12/accounts/${us}`;

  expect(await named('DELETE', `${base}/campaigns/${id.toUpperCase()}`)).toEqual([
    `  acme-us/campaigns/sale (campaign ${id})`,
  ]);
  expect(await named('POST', `/12/batch/accounts/${us}/campaigns`, '--input', 'batch.json')).toHaveLength(1);
  expect(
    await named('POST', `${base}/line_items`, '-f', `campaign_id=${id}`, '-f', 'funding_instrument_id=hxtet'),
  ).toHaveLength(1);
  expect(await named('DELETE', `${base}/line_items/${id}`)).toEqual([]);
  expect(await named('PUT', '/12/accounts/18ce5uk0000/campaigns/none', '-f', `name=${id}`)).toEqual([]);
});

const activate: readonly (readonly [string, (id: string) => readonly string[]])[] = [
  ['a parameter', (id) => ['PUT', `/12/accounts/${us}/campaigns/${id}`, '-f', 'entity_status=ACTIVE']],
  [
    'the query of the path',
    (id) => ['PUT', `/12/accounts/${us}/campaigns/${id.toUpperCase()}?entity_status=active`],
  ],
  ['a list', () => ['POST', `/12/batch/accounts/${us}/campaigns`, '--input', 'batch.json']],
  [
    'an object with a name twice',
    (id) => ['PUT', `/12/accounts/${us}/campaigns/${id}`, '--input', 'twice.json'],
  ],
  [
    'a new line item beneath it',
    (id) => [
      'POST',
      `/12/accounts/${us}/line_items`,
      '-f',
      `campaign_id=${id}`,
      '-f',
      'entity_status=ACTIVE',
    ],
  ],
];

test('a stop is not defeated, however the write says what it switches on', async () => {
  const { bench, id } = await createApplied();
  await bench.adsync(['stop', '--reason', 'too much', '--yes']);
  const params = { campaign_id: id, entity_status: 'ACTIVE' };
  await bench.write('batch.json', JSON.stringify([{ operation_type: 'Update', params }]));
  await bench.write('twice.json', '{"entity_status":"PAUSED","entity_\\u0073tatus":"ACTIVE"}');
  const before = await bench.writes();

  for (const [title, line] of activate) {
    const ran = await bench.adsync(['api', ...line(id), '--yes']);
    expect({ title, code: ran.code, stdout: ran.stdout }).toEqual({ title, code: 4, stdout: '' });
    expect(ran.stderr).toContain('ADSYNC_STOPPED');
    expect(ran.stderr).toContain('acme-us/campaigns/sale');
    expect(ran.stderr).toContain('("too much") stands');
  }
  expect(await bench.writes()).toEqual(before);

  const paused = await bench.adsync([
    'api',
    'PUT',
    `/12/accounts/${us}/campaigns/${id}`,
    '-f',
    'entity_status=PAUSED',
    '--yes',
  ]);
  const other = await bench.adsync([
    'api',
    'PUT',
    `/12/accounts/${us}/campaigns/8zva0`,
    '-f',
    'entity_status=ACTIVE',
    '--yes',
  ]);
  expect([paused.code, other.code]).toEqual([0, 0]);
});

test('a stop of everything holds what no document declares, and one that begins during the question counts', async () => {
  const { bench } = await createApplied();
  const line = ['api', 'PUT', `/12/accounts/${us}/campaigns/8zva0`, '-f', 'entity_status=ACTIVE'];

  const asked = await bench.adsync(line, {
    typed: 'yes\n',
    beforeAnswer: async () => void (await bench.adsync(['stop', '--all', '--reason', 'fire', '--yes'])),
  });
  const after = await bench.adsync([...line, '--yes']);

  expect([asked.code, after.code]).toEqual([4, 4]);
  expect(asked.stderr).toContain('something in the account');
});

test('a state that cannot be read is a remark, but not where something is switched on', async () => {
  const bench = await createBench();
  await bench.write('state.db', 'no state');
  const line = [
    'api',
    'PUT',
    `/12/accounts/${us}/campaigns/8zva0`,
    '--yes',
    '--state',
    'sqlite:state.db',
    '-f',
  ];

  const renamed = await bench.adsync([...line, 'name=Other']);
  const activated = await bench.adsync([...line, 'entity_status=ACTIVE']);

  expect(renamed.code).toBe(0);
  expect(renamed.stderr).toContain('The state is not used');
  expect(activated.code).toBe(1);
  expect(activated.stderr).toContain('ADSYNC_STATE_UNREADABLE');
  expect(await bench.writes()).toHaveLength(1);
});

test('values come from files, with their types, and go where the endpoint takes them', async () => {
  const bench = await createBench();
  await bench.write('name.txt', 'Über & über\n');
  await bench.write('ids.json', '[{"operation_type":"Update","params":{"id":12345678901234567890}}]');
  const shown = async (...line: readonly string[]) => {
    const { code, stdout } = await bench.adsync(['api', ...line, '--dry-run']);
    const [first = '', ...lines] = stdout.trimEnd().split('\n');
    return [
      code,
      first.replace(/http:\/\/127\.0\.0\.1:\d+/, ''),
      lines.slice(lines.indexOf('') + 1).join('\n'),
    ];
  };
  const campaign = `/12/accounts/${us}/campaigns/8zva0`;

  expect(
    (
      await shown('PUT', campaign, '-F', 'name=@name.txt', '-F', 'end_time=null', '-F', 'n=9007199254740993')
    ).slice(0, 2),
  ).toEqual([0, `PUT ${campaign}?name=%C3%9Cber%20%26%20%C3%BCber&end_time=&n=9007199254740993`]);
  expect(
    await shown(
      'POST',
      '/2/tweets',
      '-f',
      'text=hello',
      '-F',
      'reply[in_reply_to_tweet_id]=9223372036854775807',
      '-F',
      'nullcast=true',
    ),
  ).toEqual([
    0,
    'POST /2/tweets',
    '{"text":"hello","reply":{"in_reply_to_tweet_id":9223372036854775807},"nullcast":true}',
  ]);
  expect(
    await shown('POST', `/12/batch/accounts/${us}/campaigns`, '--input', 'ids.json', '-f', 'a=b'),
  ).toEqual([
    0,
    `POST /12/batch/accounts/${us}/campaigns?a=b`,
    '[{"operation_type":"Update","params":{"id":12345678901234567890}}]',
  ]);
  expect((await shown('GET', '/12/accounts/:account_id/campaigns', '--account', us))[1]).toBe(
    `GET /12/accounts/${us}/campaigns`,
  );
  expect(await bench.requests()).toEqual([]);
});

const mistakes: readonly (readonly [string, RegExp])[] = [
  ['PATCH /12/accounts', /PATCH is no method/],
  ['GET https://evil.example/12/accounts', /https:\/\/evil\.example is not where requests go/],
  ['GET /12/accounts -f novalue', /a value of -f has no name/],
  ['GET /12/accounts -F =x', /a value of -F has no name/],
  ['GET /12/accounts -f a=1 -f a=2', /the parameter a is given twice/],
  ['GET /12/accounts?a=1 -F a=2', /the parameter a is given twice/],
  ['GET /12/accounts -f oauth_nonce=1', /no parameter can be called "oauth_nonce"/],
  ['GET /12/accounts -f __proto__=1', /no parameter can be called "__proto__"/],
  ['GET /12/accounts -F a=@nothing.txt', /nothing\.txt cannot be read/],
  ['GET /12/accounts --input campaigns.yaml', /a GET has no body/],
  ['PUT /12/accounts/x --input campaigns.yaml --yes', /the input is no JSON/],
  ['PUT /12/accounts/x --input bytes.json --yes', /bytes\.json cannot be read: it is no UTF-8/],
  ['POST /oauth2/token --input good.json --yes', /this endpoint takes no JSON/],
  ['POST /12/batch/accounts/x/campaigns -f a=b --yes', /takes a JSON list/],
  ['POST /12/batch/accounts/x/line_items -f a=b --yes', /takes a JSON list/],
  ['PUT /12/accounts/x --paginate --yes', /only a GET has pages/],
  ['GET /2/activity/stream', /is a stream without an end/],
  [
    'GET /12/accounts/x/campaigns --account 18ce54d4x5t',
    /the path names the account x, and --account another one/,
  ],
  ['GET /12/accounts/{account_id}/campaigns', /nothing says which account is meant/],
  ['GET /12/accounts/x/campaigns/{campaign_id}', /holds :campaign_id/],
];

test.each(mistakes)('%s is refused and nothing is sent', async (line, message) => {
  const bench = await createBench('version: 1\naccounts: {}\n');
  await bench.write('good.json', '{}');
  await writeFile(join(bench.folder, 'bytes.json'), Buffer.from([0x22, 0xff, 0x22]));
  const { code, stdout, stderr } = await bench.adsync(['api', ...line.split(' ')]);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).toContain('ADSYNC_USAGE');
  expect(await bench.requests()).toEqual([]);
});

test('a wrong jq expression shows what it selected before, and why it is wrong', async () => {
  const bench = await createBench();
  const { env } = await serve((_request, response) => response.end('{"data":[1,"x"]}'));
  const select = async (expression: string) =>
    await bench.adsync(['api', 'GET', '/12/accounts', '--jq', expression], { env });

  expect(await select('.data[')).toMatchObject({ code: 1, stdout: '' });
  expect((await select('.data[')).stderr).toContain('syntax error');
  expect(await select('.data[]|1/.')).toMatchObject({ code: 1, stdout: '1\n' });
  expect(await select('-version')).toMatchObject({ code: 1, stdout: '' });
  expect(await select('$ENV|keys|index("ADSYNC_ACCESS_TOKEN")')).toMatchObject({ code: 0, stdout: 'null\n' });
  expect(await select('empty')).toMatchObject({ code: 0, stdout: '' });
  expect((await bench.adsync(['api', 'GET', '/12/accounts', '--paginate', '--jq', '.'], { env })).code).toBe(
    0,
  );
  const noList = await bench.adsync(['api', 'GET', `/12/accounts/${us}`, '--paginate']);
  expect(noList).toMatchObject({ code: 1, stdout: '' });
  expect(noList.stderr).toContain('is no list');
});

test('no secret stands in any output, also where the platform repeats it', async () => {
  const bench = await createBench();
  const { consumer_secret: key, access_token: token, access_token_secret: secret } = bench.sandbox.ready;
  const { env } = await serve(({ url = '', headers }, response) => {
    response.statusCode = url.includes('refuse') ? 400 : 200;
    const echo = { token, secret, key, url, header: headers.authorization, [secret]: 1 };
    response.end(
      JSON.stringify({ data: [echo], errors: [{ code: 'X', message: JSON.stringify(echo) }] }).replaceAll(
        'a',
        '\\u0061',
      ),
    );
  });
  const given = 'hunter2-is-no-password';
  const lines = [
    'GET /12/accounts/x',
    'GET /12/accounts/refuse',
    'GET /12/accounts --paginate',
    'GET /12/accounts --jq .data',
    `POST /oauth2/invalidate_token?access_token=${given} --dry-run`,
    `POST /oauth2/invalidate_token -f access_token=${given}-refuse --yes`,
    `GET /12/accounts -f q=${token} --dry-run`,
    'POST /oauth2/token -f grant_type=client_credentials --dry-run',
  ];

  for (const line of lines) {
    const { stdout, stderr } = await bench.adsync(['api', ...line.split(' '), '-v'], { env });
    const all = `${stdout}${stderr}`;
    for (const each of [token, secret, key, given])
      expect({ line, holds: all.includes(each) }).toEqual({ line, holds: false });
    expect(stdout).not.toBe('');
  }
});

test('answers of sign-in are shown without the tokens in them', async () => {
  const bench = await createBench();

  const bearer = await bench.adsync([
    'api',
    'POST',
    '/oauth2/token',
    '-f',
    'grant_type=client_credentials',
    '--yes',
  ]);
  const request = await bench.adsync([
    'api',
    'POST',
    '/oauth/request_token',
    '-f',
    'oauth_callback=oob',
    '--yes',
  ]);

  expect(bearer).toMatchObject({ code: 0, stdout: '{"token_type":"bearer","access_token":"[redacted]"}\n' });
  expect(request).toMatchObject({
    code: 0,
    stdout: 'oauth_token=[redacted]&oauth_token_secret=[redacted]&oauth_callback_confirmed=true\n',
  });
});

test('an endpoint for applications alone says what it would need', async () => {
  const bench = await createBench();
  const { env } = await serve((_request, response) => {
    response.statusCode = 403;
    response.end('{"title":"Unsupported Authentication","detail":"No.","status":403,"type":"about:blank"}');
  });

  const { code, stderr } = await bench.adsync(['api', 'GET', '/2/tweets/search/all', '-f', 'query=x'], {
    env,
  });

  expect(code).toBe(1);
  expect(stderr).toContain("takes the application's bearer token only");
});

test('a write in flight is waited for where Ctrl-C comes, and its answer is printed', async () => {
  const { bench, id } = await createApplied();
  let press: (() => void) | undefined;
  const { env, asked } = await serve((_request, response) => {
    press?.();
    setTimeout(() => response.end('{"data":{"id":"x"}}'), 50);
  });

  // What of the state it names is told before it is sent.
  const ran = await bench.adsync(
    ['api', 'PUT', `/12/accounts/${us}/campaigns/${id}`, '-f', 'name=y', '--yes'],
    {
      env,
      onOutput: (_text, interrupt) => {
        press = interrupt;
      },
    },
  );

  expect(ran).toMatchObject({ code: 130, stdout: '{"data":{"id":"x"}}\n' });
  expect(ran.stderr).toContain('Interrupted: the answer is waited for.');
  expect(asked).toHaveLength(1);
});

test('a jq expression that never ends is ended by Ctrl-C', async () => {
  const bench = await createBench();
  const { env } = await serve(({ url = '' }, response) => {
    response.end(
      url.includes('cursor=') ? '{"data":[{"id":"b"}]}' : '{"data":[{"id":"a"}],"next_cursor":"x"}',
    );
  });
  const expression = 'if .next_cursor == null then repeat(1) | empty else .data[].id end';

  const ran = await bench.adsync(['api', 'GET', '/12/accounts', '--paginate', '--jq', expression], {
    env,
    onOutput: (_text, press) => void setTimeout(press, 200),
  });

  expect(ran).toMatchObject({ code: 130, stdout: 'a\n' });
});

test('a read that waits ends at once where Ctrl-C comes', async () => {
  const bench = await createBench();
  const { env } = await serve((_request, response) => {
    response.statusCode = 503;
    response.end('{}');
  });

  const ran = await bench.adsync(['api', 'GET', '/12/accounts'], {
    env,
    onOutput: (text, press) => {
      if (text !== '') press();
    },
  });

  expect(ran).toMatchObject({ code: 130, stdout: '' });
});
