const form = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^@/?#]*)(?:\/[^?#]*)?(?:\?([^#]*))?$/
const unreadable =
  'no es una dirección como postgres://usuario:clave@servidor:5432/base; los signos de la contraseña van codificados (@ es %40)'

/** Returns in Spanish why an address is refused; null if the driver and Torniquete can use it. */
export function findUrlFault(text: string): string | null {
  const [, authority, queryText = ''] = form.exec(text) ?? []
  if (authority === undefined || /\s/.test(text)) return unreadable
  const query = new URLSearchParams(queryText)
  if (query.has('options')) return 'no puede llevar options: Torniquete fija lo que cada conexión necesita'
  const [hosts, ports] = [query.getAll('host'), query.getAll('port')]
  if (hosts.length > 1 || ports.length > 1 || [authority, ...hosts, ...ports].some((part) => /,|%2c/i.test(part)))
    return 'nombra varios servidores; Torniquete usa una sola dirección: la de HAProxy, la de PgBouncer (pool_mode = session) o la del servicio que los administra'
  // Like the driver, accepts an address without a host.
  const url = URL.parse(text.replace('@/', '@localhost/'))
  if (!url) return unreadable
  const port = ports[0] || url.port
  return port === '' || (/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536)
    ? null
    : `${port} no es un puerto`
}
