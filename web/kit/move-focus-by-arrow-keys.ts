// Arrow keys move between the fields of a grid; Home and End move to its first and last field.
import type { KeyboardEvent } from 'react'

/** True if the caret is at the given end or the text is selected, so that the arrow key would not move the caret. */
function isAtEnd({ selectionStart, selectionEnd, value }: HTMLInputElement, end: 'left' | 'right'): boolean {
  if (value === '' || (selectionStart === 0 && selectionEnd === value.length)) return true
  return selectionStart === selectionEnd && selectionStart === (end === 'left' ? 0 : value.length)
}

function fieldInNextRow(from: HTMLInputElement, all: readonly HTMLInputElement[], down: boolean) {
  const { top, left } = from.getBoundingClientRect()
  const distance = (field: HTMLInputElement) => {
    const place = field.getBoundingClientRect()
    return { rows: (place.top - top) * (down ? 1 : -1), aside: Math.abs(place.left - left) }
  }
  return all
    .map((field) => ({ field, ...distance(field) }))
    .filter(({ rows }) => rows > 1)
    .sort((one, other) => one.rows - other.rows || one.aside - other.aside)[0]?.field
}

export function moveFocusByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, ctrlKey, altKey, metaKey, shiftKey } = event
  if (!(target instanceof HTMLInputElement) || ctrlKey || altKey || metaKey || shiftKey) return
  const all = [...event.currentTarget.querySelectorAll('input')]
  const at = all.indexOf(target)
  const fieldByKey: Readonly<Partial<Record<string, () => HTMLInputElement | undefined>>> = {
    ArrowLeft: () => (isAtEnd(target, 'left') ? all[at - 1] : undefined),
    ArrowRight: () => (isAtEnd(target, 'right') ? all[at + 1] : undefined),
    ArrowUp: () => fieldInNextRow(target, all, false),
    ArrowDown: () => fieldInNextRow(target, all, true),
    Home: () => (isAtEnd(target, 'left') || isAtEnd(target, 'right') ? all[0] : undefined),
    End: () => (isAtEnd(target, 'right') ? all.at(-1) : undefined),
  }
  const next = fieldByKey[key]?.()
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
