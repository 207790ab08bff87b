/** Whether the host (of a URL or a `Host` header, with or without its port) is a name of this machine for itself alone. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
