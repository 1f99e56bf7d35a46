/** Display form of a hotkey: 'mod' is ⌘ on a Mac and Ctrl elsewhere. */
export const hotkeyLabel = (hotkey: string, platform = whichPlatform()): string =>
  hotkey.replace('mod', /^(Mac|iP)/.test(platform) ? '⌘' : 'Ctrl')

/** Deprecated, and all there is over plain http: `userAgentData` is of secure pages. */
const whichPlatform = () => navigator.platform
