/** The console's script: how it makes elements, calls the sandbox, and tells of trouble. Runs in a browser. */
export const scriptBase = `
'use strict';
const byId = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

async function call(method, path, body) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const text = await response.text();
  if (response.ok) return readLong(text);
  let message = text;
  try {
    message = JSON.parse(text).errors.map((error) => error.message).join('; ');
  } catch {}
  throw new Error(message);
}

// Numbers beyond 2^53 are shown digit by digit.
function readLong(text) {
  return JSON.parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && context?.source ? context.source : value,
  );
}

function showTrouble(message) {
  byId('trouble-text').textContent = message;
  byId('trouble').hidden = message === '';
}

function say(text) {
  byId('said').textContent = text;
  showTrouble('');
}

byId('trouble-close').addEventListener('click', () => showTrouble(''));
`;
