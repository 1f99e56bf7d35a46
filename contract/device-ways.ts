// How terminals keep people out, open, count who passes, and speak.

/**
 * How a terminal is told to keep somebody out: by a method that nobody has, by a group that is refused, by the account's
 * switch, or by not holding them at all. A last day that has passed goes with the first three.
 */
export const blockWays = ['verify', 'group', 'disable', 'delete'] as const

/**
 * What moves a terminal's lock: `unlock` for as long as the terminal itself says, `control` its relay for five seconds. Most
 * obey the first, and some acknowledge one that moves nothing: a person tries it out.
 */
export const openCommands = ['unlock', 'control'] as const
export type OpenCommand = (typeof openCommands)[number]
/**
 * Whether one comes in by it, only leaves, or both, and it says which: who leaves makes no visit. One by which people leave as
 * well without its saying so is an entrance. In the access dialect a second reader tells of an entrance, too.
 */
export const directions = ['entrance', 'exit', 'both'] as const

/** Of the terminals' protocol. */
export const dialects = ['attendance', 'access'] as const
