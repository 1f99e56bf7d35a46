import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './ia.module.css'

export function IaPage() {
  return (
    <>
      <PageHeader />
      <ComingSoonImage />
    </>
  )
}

const hub = { x: 360, y: 222 }

const thoughts = [
  { name: 'training', x: 186, y: 130, path: 'M-15 0h30M-9-9V9M-15-5V5M9-9V9M15-5V5' },
  { name: 'pulse', x: 172, y: 306, path: 'M-17 1h8l4-10 8 20 5-10h9' },
  { name: 'growth', x: 512, y: 104, path: 'M-13 12V3M-4 12v-16M5 12V0M14 12v-24' },
  { name: 'days', x: 560, y: 268, path: 'M-13-9h26v22h-26zM-13-2h26M-6-14v8M6-14v8' },
  { name: 'answer', x: 452, y: 402, path: 'M-14-11h28v19H-2l-7 7V8h-5zM-6-2h12' },
]

const star = 'M0-16C2-4 4-2 16 0 4 2 2 4 0 16-2 4-4 2-16 0-4-2-2-4 0-16z'

const ring = { strokeWidth: 1.5, strokeDasharray: '2 9', strokeLinecap: 'round', strokeOpacity: 0.45 } as const
const drawn = { fill: 'none', stroke: 'var(--ia-arm)', strokeLinecap: 'round' } as const

/** The logo's turnstile with a network growing from its hub. */
function ComingSoonImage() {
  return (
    <svg
      className={classes.image}
      viewBox="0 0 720 600"
      role="img"
      aria-label="Próximamente: inteligencia artificial para tu gimnasio"
    >
      <defs>
        <radialGradient id="ia-glow" cx={hub.x} cy={hub.y} r="330" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="var(--ia-glow)" />
          <stop offset="1" stopColor="var(--ia-ground)" />
        </radialGradient>
      </defs>
      <rect width="720" height="600" rx="28" fill="url(#ia-glow)" />
      <g fill="none" stroke="var(--ia-line)" strokeWidth="2" strokeOpacity="0.5">
        {[80, 146, 212].map((radius) => (
          <circle key={radius} cx={hub.x} cy={hub.y} r={radius} {...ring} />
        ))}
        {thoughts.map(({ name, x, y }) => (
          <line key={name} x1={hub.x} y1={hub.y} x2={x} y2={y} />
        ))}
      </g>
      <Turnstile />
      {thoughts.map(({ name, x, y, path }) => (
        <g key={name} transform={`translate(${x} ${y})`} {...drawn} strokeWidth="3" strokeLinejoin="round">
          <circle r="36" fill="var(--ia-ground)" stroke="var(--ia-line)" strokeWidth="2.5" />
          <path d={path} />
        </g>
      ))}
      {[
        { x: 276, y: 78, scale: 1.1 },
        { x: 622, y: 172, scale: 0.8 },
        { x: 98, y: 214, scale: 0.8 },
        { x: 300, y: 420, scale: 0.6 },
        { x: 430, y: 60, scale: 0.5 },
      ].map(({ x, y, scale }) => (
        <path key={x} d={star} transform={`translate(${x} ${y}) scale(${scale})`} fill="var(--ia-arm)" />
      ))}
      <g fill="var(--mantine-color-text)" textAnchor="middle">
        <text x="360" y="512" fontSize="52" fontWeight="700" letterSpacing="-0.01em">
          Próximamente
        </text>
        <text x="360" y="556" fontSize="28" opacity="0.85">
          Inteligencia artificial para tu gimnasio
        </text>
      </g>
    </svg>
  )
}

function Turnstile() {
  return (
    <g transform={`translate(${hub.x - 13.6 * 8} ${hub.y - 13.4 * 8}) scale(8)`}>
      <rect x="6" y="8" width="7.5" height="17.5" rx="2.4" fill="var(--ia-cabinet)" />
      <path d="M14 13.4h12M14.5 14.5l6.4 10" {...drawn} strokeWidth="2.8" />
      <circle cx="13.6" cy="13.4" r="3.4" fill="var(--ia-ground)" />
      <circle cx="13.6" cy="13.4" r="1.9" fill="var(--ia-arm)" />
    </g>
  )
}
