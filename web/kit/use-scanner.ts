// Reads barcode scanners, which type like a keyboard wherever the focus is, and removes their code from the field.
import { useEffect, useRef } from 'react'
import { factor, ScanReader } from './scan-reader.ts'

export interface Scan {
  code: string
  /** Quantity from a typed prefix `3*`; `0*` is zero. */
  times: number
  dialog: Element | null
}

/** Returns the action for a code, run after the field is restored; null leaves the keys as typed. */
type OnScan = (scan: Scan) => (() => void) | null

const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement] as const
type Field = InstanceType<(typeof kinds)[number]>

const reader = new ScanReader()
const listeners: OnScan[] = []
let snapshot: { field: Field | null; value: string } = { field: null, value: '' }

const isField = (target: EventTarget | null): target is Field => kinds.some((kind) => target instanceof kind)

function restore(field: Field, value: string): void {
  const owner = kinds.find((kind) => field instanceof kind)?.prototype
  // React notices only values set past its own setter.
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value)
  // A code's keys also change a select.
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
  const { field, value } = snapshot
  // A quick reader may follow a typed prefix without a pause.
  const [, joined, rest] = /^(\d{1,3}\*)(.+)$/.exec(reading.code) ?? []
  const times = Number(factor.exec(joined ?? (field ? value : reading.before))?.[1] ?? 1)
  const dialog = target instanceof Element ? target.closest('[role=dialog]') : null
  const scan = { code: (rest ?? reading.code).trim(), times, dialog }
  let take: ReturnType<OnScan> = null
  for (const listener of listeners.toReversed()) take ??= listener(scan)
  if (!take) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (field?.isConnected) restore(field, factor.test(value) ? '' : value)
  // The code began in another field, for example while a dialog was opening.
  if (isField(target) && target !== field) restore(target, withoutCode(target.value, reading.code))
  take()
}

/** The last registered listener is asked first. */
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
