import type { APIResponse, Route } from '@playwright/test'

/** The counter's name on the gym's network, which the tests' browser resolves to this machine. */
export const lanName = 'caja.gimnasio.test'

/** Fetches the server's answer for a held call. Under the LAN name only the browser resolves the address. */
export const fetchAnswer = (route: Route): Promise<APIResponse> =>
  route.fetch({ url: route.request().url().replace(`//${lanName}:`, '//127.0.0.1:') })
