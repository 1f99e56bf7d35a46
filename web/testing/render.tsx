// Components in a DOM without a browser, with `fetch` replaced: what a person sees and does is tested, nothing of how it is built.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { Toaster } from '../kit/Toaster.tsx'
import type { Column } from '../kit/table-column.ts'
import { shownToast, toast } from '../kit/toast.ts'
import { UnsavedQuestion } from '../kit/UnsavedQuestion.tsx'
import { cssVariables, theme } from '../theme.ts'

/** A request as the server would receive it. */
export interface Sent {
  method: string
  /** Path and query: '/v1/suppliers/?page=0'. */
  path: string
  body: unknown
  headers: Headers
}

type Answer = { status?: number; json?: unknown; headers?: Record<string, string> } | 'no answer'

/** The requests since the test began, in order. */
export const sent: Sent[] = []
let answer: (call: Sent) => Answer | Promise<Answer>

/** Answers every call from now on; what it does not know gets an empty list. */
export function answerWith(give: (call: Sent) => Answer | undefined | Promise<Answer>): void {
  answer = async (call) => (await give(call)) ?? { json: { items: [], total: 0 } }
}

async function fakeFetch(input: string | URL | Request, options?: RequestInit): Promise<Response> {
  const request = new Request(new URL(String(input instanceof Request ? input.url : input), location.href), options)
  const { pathname, search } = new URL(request.url)
  const text = await request.text()
  const call = {
    method: request.method,
    path: pathname + search,
    body: request.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    headers: request.headers,
  }
  sent.push(call)
  const given = await answer(call)
  if (given === 'no answer') throw new TypeError('Failed to fetch')
  const { status = 200, json, headers = {} } = given
  const body = status === 204 ? null : JSON.stringify(json ?? null)
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

beforeEach(() => {
  sent.length = 0
  answerWith(() => undefined)
  vi.stubGlobal('fetch', fakeFetch)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  while (shownToast.read()) toast.close()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Renders the element within the application's providers, at the given path. The answer types and clicks as a person does. */
export function show(element: ReactNode, path = '/') {
  const routeTree = createRootRoute({ component: () => element, notFoundComponent: () => element })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, history })
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <UnsavedQuestion />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

/** Renders the cells of rows as a plain table: a DataTable measures its place, which no DOM without a browser can. */
export const showRows = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  show(
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify(row)}>
            {columns.map(({ header, cell }) => (
              <td key={header}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>,
  )
