import type { APIResponse, Route } from '@playwright/test'

/** Host name of the front desk PC in the gym's network. The tests' browser resolves it to this machine. */
export const lanHostName = 'caja.gimnasio.test'

/** Fetches the answer for an intercepted call from 127.0.0.1, because only the browser resolves the LAN name. */
export const fetchRouteFromLocalhost = (route: Route): Promise<APIResponse> =>
  route.fetch({ url: route.request().url().replace(`//${lanHostName}:`, '//127.0.0.1:') })
