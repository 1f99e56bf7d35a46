// The handlers of all areas. Those of an area are found in its folder, so nothing lists them a second time; what needs more
// than its call, as the door or the channels, is a function and is called in app.ts.
/// <reference types="vite/types/importMeta.d.ts" />
import { endpointNames } from '@torniquete/contract/endpoints.ts'
import type { GymEndpoint, Handler, Handlers, RawHandlers } from './http/context.ts'

const files = import.meta.glob<Record<string, unknown>>('./*/handlers.ts', { eager: true })

/** Each says by its type, `HandlersOf<…>`, that it answers every call of its area. */
const found = Object.values(files).flatMap((file) =>
  Object.entries(file).flatMap(([name, value]) =>
    name.endsWith('Handlers') && typeof value === 'object' && value ? [value] : [],
  ),
)

type Made = { [Name in GymEndpoint]?: Handler<Name> }

/** A call that nobody answers or that two do, and an answer to no call, does not start. */
export function handlersOfAll(made: Made, raw: RawHandlers): Handlers {
  const all: object = Object.assign({}, ...found, made)
  const answered = [...found, made, raw].flatMap(Object.keys)
  const unanswered = endpointNames.filter((name) => !answered.includes(name))
  const twice = answered.filter((name, place) => answered.indexOf(name) !== place)
  const unasked = Object.keys(all).filter((name) => !endpointNames.some((each) => each === name))
  if (unanswered.length + twice.length + unasked.length > 0)
    throw new Error(
      `without a handler: ${unanswered.join(', ')}; with two: ${twice.join(', ')}; handlers of no call: ${unasked.join(', ')}`,
    )
  return all as Handlers // as was just looked
}
