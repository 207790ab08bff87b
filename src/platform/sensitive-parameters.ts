const secretName = /token|secret|password|verifier|signature|consumer_key/i;
const personalName = /^users$|e_?mail|phone|^tax_id$|^tax_exemption_id$|^(?:client_)?address_/i;
/** Parameters that lead from page to page, which are no secrets though one is called a token. */
const pageNames = new Set(['cursor', 'next_token', 'pagination_token']);
/** Shorter ones stand in many a word. */
const shortest = 4;

/** Secrets among the parameters of a call, by their names. */
export function secretsIn(pairs: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(pairs).flatMap(([name, value]) =>
    isSecret(name) && value.length >= shortest ? [value] : [],
  );
}

/** Secrets, and what is told of people, among the parameters of a call and in the objects and lists among them. */
export function sensitiveIn(value: unknown, isSensitive = false): readonly string[] {
  if (typeof value === 'string') return isSensitive && value.length >= shortest ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) =>
    sensitiveIn(below, isSensitive || (!Array.isArray(value) && (isSecret(name) || personalName.test(name)))),
  );
}

function isSecret(name: string): boolean {
  return secretName.test(name) && !pageNames.has(name);
}
