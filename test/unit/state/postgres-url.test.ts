import { describe, expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { parsePostgresUrl } from '../../../src/state/postgres-url.ts';

const plain = {
  location: 'postgres://db.example:5432/ads',
  host: 'db.example',
  port: 5432,
  database: 'ads',
  schema: 'adsync',
  tls: 'verify-full',
};

describe('the address of a database', () => {
  test.each<[string, object]>([
    ['postgres://db.example/ads', plain],
    ['postgresql://db.example:5432/ads', plain],
    ['postgres://ann@db.example/ads', { ...plain, user: 'ann' }],
    ['postgres://ann:s3cret@db.example/ads', { ...plain, user: 'ann', password: 's3cret' }],
    ['postgres://a%40b:%2F%3F%23%25@db.example/ads', { ...plain, user: 'a@b', password: '/?#%' }],
    [
      'postgres://db.example:6432/ads?search_path=team_a',
      {
        ...plain,
        location: 'postgres://db.example:6432/ads?search_path=team_a',
        port: 6432,
        schema: 'team_a',
      },
    ],
    [
      'postgres://db.example/ads?options=-c%20search_path%3Dteam_a',
      { ...plain, location: 'postgres://db.example:5432/ads?search_path=team_a', schema: 'team_a' },
    ],
    [
      'postgres://db.example/ads?options=--search_path%3Dteam_a',
      { ...plain, location: 'postgres://db.example:5432/ads?search_path=team_a', schema: 'team_a' },
    ],
    ['postgres://db.example/ads?sslmode=disable', { ...plain, tls: 'disable' }],
    ['postgres://db.example/ads?sslmode=require', { ...plain, tls: 'require' }],
    [
      'postgres://db.example/ads?sslmode=verify-ca&sslrootcert=/etc/ca.pem',
      { ...plain, tls: 'verify-ca', rootCertificates: '/etc/ca.pem' },
    ],
    [
      'postgres://localhost/ads',
      { ...plain, location: 'postgres://localhost:5432/ads', host: 'localhost', tls: 'disable' },
    ],
    [
      'postgres://127.0.0.1/ads?sslmode=require',
      { ...plain, location: 'postgres://127.0.0.1:5432/ads', host: '127.0.0.1', tls: 'require' },
    ],
    [
      'postgres://[::1]:1/my%20ads',
      {
        ...plain,
        location: 'postgres://[::1]:1/my%20ads',
        host: '::1',
        port: 1,
        database: 'my ads',
        tls: 'disable',
      },
    ],
  ])('%s', (url, expected) => {
    expect(parsePostgresUrl(url)).toEqual(expected);
  });

  test.each([
    ['postgres:', 'it names no host'],
    ['postgres:///ads', 'it names no host'],
    ['postgres://ann:s3cret@/ads', 'it names no host'],
    ['postgres://ann:s3cret@db:x/ads', 'it names no host'],
    ['postgres://a:1,b:2/ads', 'it names no host'],
    ['postgres://ann:s3cret@db', 'it names no database'],
    ['postgres://ann:s3cret@db/', 'it names no database'],
    ['postgres://ann:s3cret@db/a/b', 'it names no database'],
    ['postgres://ann:s3cret@db/a%00', 'it names no database'],
    // A password with / ? # that are not escaped ends the host too early.
    ['postgres://ann:1/s3cret@db/ads', 'it has an @ or # that is not escaped'],
    ['postgres://ann:1/s3cret@db', 'it has an @ or # that is not escaped'],
    ['postgres://ann:1?s3cret@db/ads', 'it has an @ or # that is not escaped'],
    ['postgres://ann:1#s3cret@db/ads', 'it has an @ or # that is not escaped'],
    ['postgres://ann:s3cret%@db/ads', 'it has a % that stands for nothing'],
    [
      'postgres://ann:s3cret@db/ads?sslmode=prefer',
      'sslmode may be disable, require, verify-ca, verify-full',
    ],
    ['postgres://db/ads?sslmode=', 'sslmode may be disable, require, verify-ca, verify-full'],
    [
      'postgres://db/ads?password=s3cret',
      'it may have the parameters sslmode, sslrootcert, search_path, options, each once, and no other',
    ],
    [
      'postgres://db/ads?sslmode=verify-full&sslmode=disable',
      'it may have the parameters sslmode, sslrootcert, search_path, options, each once, and no other',
    ],
    ...['a"b', 'A', 'a,b', '', 'pg_catalog', 'a'.repeat(64), '1a'].map((name) => [
      `postgres://db/ads?search_path=${name}`,
      'search_path may be one name of small letters, digits and _, and options may be -c search_path=NAME',
    ]),
    [
      'postgres://db/ads?options=-c%20work_mem%3D1',
      'search_path may be one name of small letters, digits and _, and options may be -c search_path=NAME',
    ],
  ])('%s is refused', (url, reason) => {
    let error: unknown;
    try {
      parsePostgresUrl(url ?? '');
    } catch (thrown) {
      error = thrown;
    }

    expect(error).toBeInstanceOf(AdsyncError);
    expect(error).toMatchObject({
      code: 'ADSYNC_USAGE',
      message: `The state cannot be kept at this address of a PostgreSQL database: ${reason}`,
    });
    expect(JSON.stringify(error) + String(error)).not.toContain('s3cret');
  });
});
