import { useRef } from 'react'

type Properties = Record<string, unknown>
type Handler = (...given: unknown[]) => unknown

const isHandler = (value: unknown): value is Handler => typeof value === 'function'

/** Keeps the identity of a field's handlers across renders, so that each letter renders only its own field. */
export function useStableHandlers(): <Given extends object>(field: string, properties: Given) => Given {
  const fields = useRef(new Map<string, { latest: Properties; stable: Record<string, Handler> }>())
  return (field, properties) => {
    const known = fields.current.get(field) ?? { latest: {}, stable: {} }
    fields.current.set(field, known)
    known.latest = Object.fromEntries(Object.entries(properties))
    for (const [name, value] of Object.entries(properties))
      if (isHandler(value))
        known.stable[name] ??= (...given) => {
          const latest = known.latest[name]
          return isHandler(latest) ? latest(...given) : undefined
        }
    return { ...properties, ...known.stable }
  }
}
