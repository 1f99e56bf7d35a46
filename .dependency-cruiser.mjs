// Allowed imports between folders. The order of each list is the order of dependence: a folder imports only itself and earlier ones.

const tests = '[.]test[.]tsx?$|^server/(testing|operations/crash)/|^web/testing/|^e2e/'
const webLayers = ['kit', 'api', '(live|navigation)', 'forms', 'session', 'features', 'shell', 'screens']
/** Subjects of the business; `door` is an area itself and holds `door/devices`. */
const subject = 'server/(?:till|members|door|messaging|reports|admin|fiscal)/'
const area = 'server/((?:till|members|messaging|reports|admin)/[^/]+|door/devices|door|fiscal)/'
const areaFile = 'queries[.]ts$'
const sessions = 'server/admin/session/queries[.]ts$'

/** Folders of server/platform/ that know no subject, each with the paths of it that they may import besides themselves. */
const platform = {
  files: '(?!)',
  db: 'files/',
  live: 'db/',
  storage: '(db|files)/',
  crypto: '(db|files)/',
  http: '(db|live)/',
}

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    forbid('no-circle', {}, { circular: true }),
    forbid('no-tests-in-product', { path: '^(contract|server|web|demo)/', pathNot: tests }, { path: tests }),
    forbid(
      'no-development-packages-in-product',
      { path: '^(contract|server|web)/', pathNot: `${tests}|^web/(vite[.]config|bundling/)` },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
      '`npm start` installs only the packages that package.json of contract, server or web lists.',
    ),
    forbid('no-import-of-main', {}, { path: '^server/main[.]ts$' }),
    forbid(
      'contract-imports-zod-only',
      { path: '^contract/', pathNot: tests },
      { pathNot: '^contract/|^node_modules/zod/' },
    ),
    forbid(
      'web-imports-contract-only',
      { path: '^web/' },
      { path: '^(server|terminal-simulator|dgii-stand-in|demo|bench|e2e)/' },
    ),
    forbid(
      'server-imports-contract-only',
      { path: '^(server|terminal-simulator)/', pathNot: tests },
      { path: '^(server|web|terminal-simulator|dgii-stand-in|demo|bench|e2e)/', pathNot: '^$1/' },
    ),
    forbid(
      'dgii-stand-in-imports-document-formats-only',
      { path: '^dgii-stand-in/', pathNot: tests },
      { path: '^(server|web|terminal-simulator|demo|bench|e2e)/', pathNot: '^server/fiscal/do/' },
    ),
    forbid(
      'server-areas-meet-in-queries',
      { path: `^${area}`, pathNot: tests },
      { path: `^${subject}`, pathNot: ['^server/$1/', areaFile, '^server/messaging/messengers/'] },
    ),
    forbid(
      'messengers-know-no-subject',
      { path: '^server/messaging/messengers/', pathNot: tests },
      { path: `^${subject}`, pathNot: '^server/messaging/messengers/' },
    ),
    forbid(
      'platform-knows-no-subject',
      { path: '^server/platform/', pathNot: [tests, '^server/platform/jobs/'] },
      { path: `^${subject}|^server/operations/`, pathNot: sessions },
    ),
    forbid(
      'jobs-read-queries',
      { path: '^server/platform/jobs/', pathNot: tests },
      { path: `^${subject}`, pathNot: areaFile },
    ),
    ...Object.entries(platform).map(([folder, allowed]) =>
      forbid(
        `platform-${folder}`,
        { path: `^server/platform/${folder}/`, pathNot: tests },
        { path: '^server/[^/]+/', pathNot: `^server/platform/([^/]+$|${folder}/|${allowed})` },
      ),
    ),
    ...webLayers.map((layer, index) =>
      forbid(
        `web-layer-${layer.replace(/\W+/g, '-')}`,
        { path: `^web/${layer}/`, pathNot: tests },
        { path: `^web/(${[...webLayers.slice(index + 1), '[^/]+$'].join('|')})` },
      ),
    ),
    forbid(
      'screens-are-separate',
      { path: '^web/screens/([^/]+)/' },
      { path: '^web/screens/', pathNot: '^web/screens/$1/' },
    ),
    forbid(
      'kit-has-no-gym',
      { path: '^web/kit/', pathNot: tests },
      {
        path: '^(web|contract)/',
        pathNot: '^(web/kit/|contract/shared/(dates|money|text-matching|format-numbers|parse-input)[.]ts$)',
      },
    ),
    forbid(
      'api-draws-nothing',
      { path: '^web/api/' },
      { path: '^web/', pathNot: '^web/(api/|kit/(unsaved-input|store)[.]ts$)' },
    ),
  ],
  options: {
    // TypeScript 7 has no programming interface; swc parses its syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
