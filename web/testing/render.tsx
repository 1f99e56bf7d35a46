// Renders components in a simulated DOM with a fake `fetch`, so that tests use them as a person would.
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { storeToken } from '../api/session-token.ts'
import { Toaster } from '../kit/Toaster.tsx'
import type { Column } from '../kit/table-column.ts'
import { UnsavedInputDialog } from '../kit/UnsavedInputDialog.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { resolveCssVariables, theme } from '../theme.ts'

export interface SentRequest {
  method: string
  /** Path and query string, such as '/v1/suppliers/?page=0'. */
  path: string
  body: unknown
  headers: Headers
}

type Answer = { status?: number; json?: unknown; headers?: Record<string, string> } | 'no answer'

/** Requests that the current test has sent, in order. */
export const sentRequests: SentRequest[] = []
const signedIn = { id: 2, name: 'Ana', role: { id: 2, name: 'gym_admin' } }
let answer: (call: SentRequest) => Answer | Promise<Answer>

/** Sets the fake server's answers. Calls for which `give` returns undefined get an empty list, or the signed-in user. */
export function setFakeAnswers(give: (call: SentRequest) => Answer | undefined | Promise<Answer>): void {
  answer = async (call) =>
    call.path === '/v1/users/2' ? { json: signedIn } : ((await give(call)) ?? { json: { items: [], total: 0 } })
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
  sentRequests.push(call)
  const given = await answer(call)
  if (given === 'no answer') throw new TypeError('Failed to fetch')
  const { status = 200, json, headers = {} } = given
  const body = status === 204 ? null : JSON.stringify(json ?? null)
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

beforeEach(() => {
  sentRequests.length = 0
  setFakeAnswers(() => undefined)
  vi.stubGlobal('fetch', fakeFetch)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Renders an element with the application's providers at a path. Returns a simulated user (user-event). */
export function renderAtPath(element: ReactNode, path = '/') {
  const routeTree = createRootRoute({ component: () => element, notFoundComponent: () => element })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, history })
  render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <UnsavedInputDialog />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

/** Renders the cells as a plain table, because DataTable needs a real layout. */
export const renderTableRows = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  renderAtPath(
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

const Page = ({ children }: { children: ReactNode }) => useSession().state === 'signed-in' && children

/** Renders components that need a session, as the user 2 of gym 1. */
export function renderWithSession(element: ReactNode) {
  storeToken(`x.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user: 2, id_gym: 1, username: 'ana' }) }))}.x`)
  return renderAtPath(
    <SessionProvider>
      <Page>{element}</Page>
    </SessionProvider>,
  )
}
