const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time of ISO 8601 in the form of version 1.1, `EEE MMM dd HH:mm:ss Z yyyy`. */
export function oldTime(stamp: string): string {
  const time = new Date(stamp);
  const date = `${days[time.getUTCDay()]} ${months[time.getUTCMonth()]} ${stamp.slice(8, 10)}`;
  return `${date} ${stamp.slice(11, 19)} +0000 ${stamp.slice(0, 4)}`;
}
