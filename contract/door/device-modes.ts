// Settings of terminals: how to block a person, open the door, tell entrance from exit, and which protocol to use.

/**
 * Ways to block a person at a terminal: require an impossible verification method, put the person into a group
 * without access, disable the account, or delete it. The first three also set a last valid day in the past.
 */
export const userBlockMethods = ['verify', 'group', 'disable', 'delete'] as const

/**
 * Commands that open the door: `unlock` for the time set at the terminal, `control` by its relay for five seconds.
 * Some models acknowledge a command and do nothing, so an administrator has to test it.
 */
export const doorOpeningCommands = ['unlock', 'control'] as const
export type DoorOpeningCommand = (typeof doorOpeningCommands)[number]
/**
 * Direction of the door: entrance, exit, or both, if the terminal reports the direction of each pass. Passes at an
 * exit are not counted as visits. In the access dialect a second reader counts at an entrance too.
 */
export const doorDirections = ['entrance', 'exit', 'both'] as const

/** Protocol versions of terminals: `attendance` is ZKTeco PUSH 2.x, `access` is PUSH 3.x. */
export const pushProtocols = ['attendance', 'access'] as const

export const maxPollDelaySeconds = 60

/** Milliseconds without a call after which a terminal counts as disconnected; idle ones may call only every 30 s. */
export const getOfflineTimeoutMs = (delay: number | null) =>
  Math.max(45, 3 * Math.min(delay ?? 0, maxPollDelaySeconds)) * 1000
