import { expect, test } from 'vitest'
import { hotkeyLabel } from './key-names.ts'

test.each([
  ['mod+K', 'Win32', 'Ctrl+K'],
  ['mod+K', 'Linux x86_64', 'Ctrl+K'],
  ['mod+K', 'MacIntel', '⌘+K'],
  ['mod + Enter', 'iPad', '⌘ + Enter'],
  ['Alt+N', 'MacIntel', 'Alt+N'],
])('key names: %s on %s is written %s', (hotkey, platform, read) => expect(hotkeyLabel(hotkey, platform)).toBe(read))
