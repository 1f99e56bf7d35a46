// The handlers of all areas. Those of an area are found in its folder, so nothing lists them a second time; what needs more
// than its call, as the door or the channels, is a function and is called in app.ts.
/// <reference types="vite/types/importMeta.d.ts" />
import { endpointNames } from '@torniquete/contract/endpoints.ts'
import type { GymEndpoint, Handler, Handlers, OwnWayHandlers } from './http/context.ts'

const files = import.meta.glob<Record<string, unknown>>('./*/handlers.ts', { eager: true })

/** Each says by its type, `HandlersOf<…>`, that it answers every call of its area. */
const isHandlers = ([name, value]: [string, unknown]) => name.endsWith('Handlers') && typeof value === 'object'

const found = Object.values(files).flatMap((file) => Object.entries(file).filter(isHandlers))

type Made = { [Name in GymEndpoint]?: Handler<Name> }

/** A call that nobody answers, and an answer to no call, does not start. */
export function handlersOfAll(made: Made, ownWay: OwnWayHandlers): Handlers {
  const all: object = Object.assign({}, ...found.map(([, handlers]) => handlers), made)
  const unanswered = endpointNames.filter((name) => !(name in all) && !(name in ownWay))
  const unasked = Object.keys(all).filter((name) => !endpointNames.some((each) => each === name))
  if (unanswered.length + unasked.length > 0)
    throw new Error(`without a handler: ${unanswered.join(', ')}; handlers of no call: ${unasked.join(', ')}`)
  return all as Handlers // as was just looked
}
