/** A turnstile: a post, and three arms that turn. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f766e" />
      <g fill="none" stroke="#ccfbf1" strokeWidth="2.6" strokeLinecap="round">
        <path d="M9 25V13a4 4 0 0 1 4-4h1" />
        <path d="M17.5 11.5 25 7.5" />
        <path d="M17.5 13.5V23" />
        <path d="M15 13.2 9.5 16" opacity="0" />
        <path d="M19.6 14 25.5 18.5" />
      </g>
      <circle cx="17.3" cy="12" r="3.2" fill="#5eead4" />
    </svg>
  )
}
