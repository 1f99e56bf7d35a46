/** How many times slower than this machine's processor a page runs: `SLOWDOWN=4 npm test -- browser` finds races. */
export const slowdown = Number(process.env.SLOWDOWN ?? 1)
