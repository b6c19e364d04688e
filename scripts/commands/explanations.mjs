/** Known patterns in the output of a failed step, and what to do about them. The first match is shown. */
const explanations = [
  {
    sign: /ENOSPC|no space left on device|disk full/i,
    advice: 'The disk is full: free about 2 GB and run the command again.',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network request to|ENOTCACHED|Temporary failure resolving/,
    advice: 'The network cannot be reached: connect to it (or set npm’s proxy) and run the command again.',
  },
  {
    sign: /EACCES|EPERM|EROFS|permission denied/i,
    advice: 'Some file may not be written: make the project folder your own (chown) and run the command again.',
  },
];

/**
 * One sentence about a failed installation or build for the person at the keyboard, or undefined when the cause is not
 * a known one.
 */
export function explain(output) {
  return explanations.find(({ sign }) => sign.test(output))?.advice;
}
