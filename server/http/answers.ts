// Answers are written by serializers made from the contract's schemas: fast, and what a schema does not name stays here.

import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { type EndpointName, endpoints } from '@torniquete/contract/endpoints.ts'
import { isWorkbook } from '@torniquete/contract/workbooks.ts'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

type Serializer = (answer: unknown) => string

const serializers = new Map<EndpointName, Serializer>()

/** Writes an endpoint's answer as JSON text; made when first needed, since making all of them slows the start. */
export function serializerOf(name: EndpointName): Serializer {
  let serializer = serializers.get(name)
  if (!serializer) {
    const { answer }: Endpoint = endpoints[name]
    if (answer === null || answer === 'raw' || isWorkbook(answer)) serializer = () => ''
    else {
      const schema = z.toJSONSchema(answer, {
        target: 'draft-7',
        io: 'output',
        unrepresentable: 'any',
        override: ({ jsonSchema }) => dropFormat(jsonSchema),
      })
      // The two libraries describe the same JSON Schema draft with types of their own.
      serializer = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
    }
    serializers.set(name, serializer)
  }
  return serializer
}

// A known format makes the serializer parse texts that are already right.
function dropFormat(schema: { format?: string | undefined; pattern?: string | undefined }): void {
  delete schema.format
  delete schema.pattern
}
