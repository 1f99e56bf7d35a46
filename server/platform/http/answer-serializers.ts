// Serializers made from the contract's schemas: fast, and no field leaves that a schema does not name.

import { type EndpointName, endpoints } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { isWorkbook } from '@torniquete/contract/shared/workbooks.ts'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

type Serializer = (answer: unknown) => string

function compileSerializer(name: EndpointName): Serializer {
  const { answer }: Endpoint = endpoints[name]
  if (answer === null || answer === 'raw' || isWorkbook(answer)) return () => ''
  const schema = z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropFormat(jsonSchema),
  })
  // The two libraries describe the same JSON Schema draft with types of their own.
  return fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
}

export class Serializers {
  readonly #compiled = new Map<EndpointName, Serializer>()

  /** Compiled at the first use, since compiling all of them slows the start. */
  serialize(name: EndpointName, answer: unknown): string {
    const serializer = this.#compiled.get(name) ?? compileSerializer(name)
    this.#compiled.set(name, serializer)
    return serializer(answer)
  }
}

// With a format or a pattern the serializer would validate texts that are already valid.
function dropFormat(schema: { format?: string | undefined; pattern?: string | undefined }): void {
  delete schema.format
  delete schema.pattern
}
