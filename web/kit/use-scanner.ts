// Detects barcode scanners, which type into the focused field like a keyboard, and removes their code from it.
import { useEffect, useRef } from 'react'
import { quantityPrefixPattern, ScanReader } from './scan-reader.ts'

export interface Scan {
  code: string
  /** Quantity from a prefix such as `3*` typed before the code; 1 without a prefix, 0 for `0*`. */
  times: number
  dialog: Element | null
}

/** Returns the action for a code, which runs after the field is restored, or null to leave the keys as typed. */
type OnScan = (scan: Scan) => (() => void) | null

const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement] as const
type Field = InstanceType<(typeof kinds)[number]>

const reader = new ScanReader()
const listeners: OnScan[] = []
let snapshot: { field: Field | null; value: string } = { field: null, value: '' }

const isField = (target: EventTarget | null): target is Field => kinds.some((kind) => target instanceof kind)

function restore(field: Field, value: string): void {
  const owner = kinds.find((kind) => field instanceof kind)?.prototype
  // Uses the prototype's setter, because React ignores values set through its own setter.
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value)
  // The keys of a code may also have changed a select, whose former value is restored.
  if (field instanceof HTMLSelectElement) return void field.dispatchEvent(new Event('change', { bubbles: true }))
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }))
  field.select()
}

function withoutCode(value: string, code: string): string {
  let typed = Math.min(value.length, code.length)
  while (!code.endsWith(value.slice(value.length - typed))) typed -= 1
  return value.slice(0, value.length - typed)
}

function hear(event: KeyboardEvent): void {
  const { key, timeStamp, repeat, ctrlKey, altKey, metaKey, target } = event
  const reading = reader.read({ key, at: timeStamp, repeat, modified: ctrlKey || altKey || metaKey })
  if (reading.kind === 'begins')
    snapshot = { field: isField(target) ? target : null, value: isField(target) ? target.value : '' }
  if (reading.kind !== 'code') return
  // Some fields take a scanned text themselves, such as the number of an identity card.
  if (isField(target) && 'takesScans' in target.dataset) return
  const { field, value } = snapshot
  // If the scan followed a typed prefix without a pause, the prefix is part of the code that was read.
  const [, joined, rest] = /^(\d{1,3}\*)(.+)$/.exec(reading.code) ?? []
  const times = Number(quantityPrefixPattern.exec(joined ?? (field ? value : reading.before))?.[1] ?? 1)
  const dialog = target instanceof Element ? target.closest('[role=dialog]') : null
  const scan = { code: (rest ?? reading.code).trim(), times, dialog }
  let take: ReturnType<OnScan> = null
  for (const listener of listeners.toReversed()) take ??= listener(scan)
  if (!take) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (field?.isConnected) restore(field, quantityPrefixPattern.test(value) ? '' : value)
  // If the focus moved during the scan, for example into an opening dialog, the second field is restored too.
  if (isField(target) && target !== field) restore(target, withoutCode(target.value, reading.code))
  take()
}

/** Calls `onScan` for each code. Of several listeners, the last one registered decides first. */
export function useScanner(onScan: OnScan): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => {
    const listener: OnScan = (scan) => latest.current(scan)
    if (listeners.length === 0) window.addEventListener('keydown', hear, { capture: true })
    listeners.push(listener)
    return () => {
      listeners.splice(listeners.indexOf(listener), 1)
      if (listeners.length === 0) window.removeEventListener('keydown', hear, { capture: true })
    }
  }, [])
}
