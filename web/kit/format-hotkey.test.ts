import { expect, test } from 'vitest'
import { formatHotkey } from './format-hotkey.ts'

test.each([
  ['mod+K', 'Win32', 'Ctrl+K'],
  ['mod+K', 'Linux x86_64', 'Ctrl+K'],
  ['mod+K', 'MacIntel', '⌘+K'],
  ['mod + Enter', 'iPad', '⌘ + Enter'],
  ['Alt+N', 'MacIntel', 'Alt+N'],
])('hotkey label: the key %s on %s is displayed as %s', (hotkey, platform, read) =>
  expect(formatHotkey(hotkey, platform)).toBe(read),
)
