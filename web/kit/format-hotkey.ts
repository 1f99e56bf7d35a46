/** Display form of a hotkey: 'mod' is ⌘ on a Mac and Ctrl elsewhere. */
export const formatHotkey = (hotkey: string, platform = whichPlatform()): string =>
  hotkey.replace('mod', /^(Mac|iP)/.test(platform) ? '⌘' : 'Ctrl')

/** `navigator.platform` is deprecated, but `userAgentData` needs a secure context. */
const whichPlatform = () => navigator.platform
