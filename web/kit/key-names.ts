/** As people read a hotkey: 'mod', which is heard with either, is ⌘ on a Mac and Ctrl elsewhere. */
export const hotkeyLabel = (hotkey: string, platform = whichPlatform()): string =>
  hotkey.replace('mod', /^(Mac|iP)/.test(platform) ? '⌘' : 'Ctrl')

/** Deprecated, and all there is over plain http: `userAgentData` is of secure pages. */
const whichPlatform = () => navigator.platform
