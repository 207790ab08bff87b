import { generate } from 'selfsigned';
import { systemNow } from './store/system-now.ts';

const names = [
  'localhost',
  ...['x.com', 'twitter.com'].flatMap((domain) =>
    ['api', 'ads-api', 'ads-api-sandbox', 'upload'].map((service) => `${service}.${domain}`),
  ),
];
const addresses = ['127.0.0.1', '::1'];
const years = 10;

/** A private key and a certificate that signs itself, both in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A new certificate for this machine, and for the platform's own names, for clients whose addresses are fixed. */
export async function createCertificate(): Promise<Certificate> {
  const now = systemNow();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'adsync sandbox' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A day back, for clients whose clocks are behind.
    notBeforeDate: new Date(now - 86_400_000),
    notAfterDate: new Date(now + years * 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { key, cert };
}
