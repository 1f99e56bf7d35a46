// How terminals block, open, count directions, and communicate.

/**
 * Ways to block a person: an impossible verification method, a refused group, a disabled account, or deletion. The
 * first three also set a past last day.
 */
export const blockMethods = ['verify', 'group', 'disable', 'delete'] as const

/**
 * Commands that open: `unlock` for the terminal's own time, `control` its relay for five seconds. Some models
 * acknowledge one and do nothing, so a person tests it.
 */
export const openingCommands = ['unlock', 'control'] as const
export type OpeningCommand = (typeof openingCommands)[number]
/**
 * Entrance, exit, or both with reported directions. Passes of an exit are no visits. In the access dialect a second
 * reader counts at an entrance too.
 */
export const directions = ['entrance', 'exit', 'both'] as const

/** Protocol of the terminal. */
export const dialects = ['attendance', 'access'] as const

export const maxDelaySeconds = 60

/** Milliseconds after the last call until a terminal counts as disconnected; idle ones may call every 30 s. */
export const getConnectedWindowMs = (delay: number | null) =>
  Math.max(45, 3 * Math.min(delay ?? 0, maxDelaySeconds)) * 1000
