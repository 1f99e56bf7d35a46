/** How many times slower than this machine's processor a page runs: `SLOWDOWN=4 npm test -- browser` finds races. */
export const slowdown = Number(process.env.SLOWDOWN ?? 1)

/** Milliseconds: the longest pause that a page makes between two tries, half a minute, and what the try takes. It may have begun just as the server came back. */
export const longestPause = 40_000 * slowdown
