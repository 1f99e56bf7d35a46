import classes from './ia.module.css'

const hub = { x: 360, y: 222 }

/** What the turnstile will think of: each is drawn around its own middle. */
const thoughts = [
  { name: 'training', x: 186, y: 130, path: 'M-15 0h30M-9-9V9M-15-5V5M9-9V9M15-5V5' },
  { name: 'pulse', x: 172, y: 306, path: 'M-17 1h8l4-10 8 20 5-10h9' },
  { name: 'growth', x: 512, y: 104, path: 'M-13 12V3M-4 12v-16M5 12V0M14 12v-24' },
  { name: 'days', x: 560, y: 268, path: 'M-13-9h26v22h-26zM-13-2h26M-6-14v8M6-14v8' },
  { name: 'answer', x: 452, y: 402, path: 'M-14-11h28v19H-2l-7 7V8h-5zM-6-2h12' },
]

const star = 'M0-16C2-4 4-2 16 0 4 2 2 4 0 16-2 4-4 2-16 0-4-2-2-4 0-16z'

/** The turnstile of the logo, from whose hub a net of thoughts grows. */
export function ComingSoonImage() {
  return (
    <svg
      className={classes.image}
      viewBox="0 0 720 600"
      role="img"
      aria-label="Próximamente: inteligencia artificial para tu gimnasio"
    >
      <defs>
        <radialGradient id="ia-glow" cx={hub.x} cy={hub.y} r="330" gradientUnits="userSpaceOnUse">
          <stop offset="0" className={classes.glow} />
          <stop offset="1" className={classes.ground} />
        </radialGradient>
      </defs>
      <rect width="720" height="600" rx="28" fill="url(#ia-glow)" />
      {[92, 168, 244].map((radius) => (
        <circle key={radius} cx={hub.x} cy={hub.y} r={radius} className={classes.ring} />
      ))}
      {thoughts.map(({ name, x, y }) => (
        <line key={name} x1={hub.x} y1={hub.y} x2={x} y2={y} className={classes.thread} />
      ))}
      <Turnstile />
      {thoughts.map(({ name, x, y, path }) => (
        <g key={name} transform={`translate(${x} ${y})`}>
          <circle r="36" className={classes.node} />
          <path d={path} className={classes.glyph} />
        </g>
      ))}
      {[
        { x: 276, y: 78, scale: 1.1 },
        { x: 622, y: 172, scale: 0.8 },
        { x: 98, y: 214, scale: 0.8 },
        { x: 300, y: 420, scale: 0.6 },
        { x: 430, y: 60, scale: 0.5 },
      ].map(({ x, y, scale }) => (
        <path key={x} d={star} transform={`translate(${x} ${y}) scale(${scale})`} className={classes.star} />
      ))}
      <text x="360" y="512" className={classes.title}>
        Próximamente
      </text>
      <text x="360" y="556" className={classes.words}>
        Inteligencia artificial para tu gimnasio
      </text>
    </svg>
  )
}

function Turnstile() {
  return (
    <g transform={`translate(${hub.x - 13.6 * 8} ${hub.y - 13.4 * 8}) scale(8)`}>
      <rect x="6" y="8" width="7.5" height="17.5" rx="2.4" className={classes.cabinet} />
      <path d="M14 13.4h12M14.5 14.5l6.4 10" className={classes.arms} />
      <circle cx="13.6" cy="13.4" r="3.4" className={classes.socket} />
      <circle cx="13.6" cy="13.4" r="1.9" className={classes.hub} />
    </g>
  )
}
