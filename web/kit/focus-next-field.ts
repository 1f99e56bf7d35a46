// In forms that book money, Enter moves to the next field; only the button and Ctrl + Enter submit.
import type { KeyboardEvent } from 'react'

const fields = 'input:not([type=hidden],[type=file],[disabled],[data-aside],[data-aside] *), textarea:not([disabled])'

export function focusNextField(from: HTMLElement): void {
  const all = [...(from.closest('form')?.querySelectorAll<HTMLElement>(fields) ?? [])]
  const at = all.indexOf(from)
  const next = at < 0 ? undefined : all[at + 1]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

export function focusNextFieldOnEnter(event: KeyboardEvent): void {
  const plain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
  if (!plain || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  focusNextField(event.target)
}
