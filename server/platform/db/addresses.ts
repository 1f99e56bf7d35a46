// What DATABASE_URL says: one server, or several of a cluster of which one takes writes, in the forms of PostgreSQL's own
// programs (https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).

/** What is wrong with an address, in Spanish. */
export class WrongAddress extends Error {}

const whole = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^@/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/
const unreadable =
  'no es una dirección como postgres://usuario:clave@servidor:5432/base, ni de varios (servidor1:5432,servidor2:5432); los signos de la contraseña van codificados (@ es %40)'
const aPort = /^\d{1,5}$/
const hostAndPort = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/

interface Host {
  name: string
  port: string
}

/** What an address names before its path, `db1:5432,db2`, and what it names behind, `?host=db1,db2&port=5432,5433`. */
function hostsOf(authority: string, query: URLSearchParams): Host[] {
  const names = (query.get('host') ?? '').split(',')
  const ports = (query.get('port') ?? '').split(',')
  const isBehind = query.has('host')
  const named = isBehind ? names.map((name) => ({ name, port: '' })) : authority.split(',').map(readHost)
  if (query.has('port') && ports.length !== 1 && ports.length !== named.length)
    throw new WrongAddress('port debe decir un puerto, o uno de cada servidor')
  // One port before the path is of the server behind, as the driver reads it.
  const before = isBehind ? readHost(authority).port : ''
  return named.map(({ name, port }, index) => {
    const found = (query.has('port') ? ports[index % ports.length] : port || before) ?? ''
    if (name === '' && named.length > 1) throw new WrongAddress('un servidor de la lista no tiene nombre')
    if (found !== '' && !(aPort.test(found) && Number(found) > 0 && Number(found) < 65_536))
      throw new WrongAddress(`${found} no es un puerto`)
    return { name, port: found }
  })
}

function readHost(text: string): Host {
  const [, name = '', port = ''] = hostAndPort.exec(text) ?? []
  if (name === '' && text !== '' && port === '') throw new WrongAddress(unreadable)
  return { name, port }
}

/** One address for each server that is named, as the driver takes it. */
export function addressesIn(text: string): string[] {
  const [, scheme = '', login, authority = '', path = '', behind = ''] = whole.exec(text) ?? []
  if (scheme === '' || /\s/.test(text)) throw new WrongAddress(unreadable)
  const query = new URLSearchParams(behind)
  if (query.has('options'))
    throw new WrongAddress('no puede llevar options: Torniquete fija lo que cada conexión necesita')
  if (!['read-write', 'primary', null].includes(query.get('target_session_attrs')))
    throw new WrongAddress(
      'target_session_attrs solo puede ser read-write: Torniquete busca el servidor que acepta escrituras',
    )
  query.delete('target_session_attrs')
  const hosts = hostsOf(authority, query)
  if (hosts.length === 1 && !URL.canParse(text.replace('@/', '@localhost/'))) throw new WrongAddress(unreadable)
  if (hosts.length === 1) return [text]
  for (const name of ['host', 'port']) query.delete(name)
  return hosts.map(({ name, port }) => {
    const own = new URLSearchParams(query)
    // A folder of sockets can only be named behind.
    const isFolder = name.startsWith('/') || name.startsWith('%2F')
    if (isFolder) own.set('host', decodeURIComponent(name))
    if (isFolder && port !== '') own.set('port', port)
    const place = isFolder ? 'localhost' : `${name}${port === '' ? '' : `:${port}`}`
    const address = `${scheme}${login === undefined ? '' : `${login}@`}${place}${path}${own.size > 0 ? `?${own}` : ''}`
    if (!URL.canParse(address)) throw new WrongAddress(unreadable)
    return address
  })
}

/** How a server is called where people read it: without user and password. */
export function hostIn(address: string): string {
  const { searchParams, host } = new URL(address.replace('@/', '@localhost/'))
  return searchParams.get('host') ?? host
}
