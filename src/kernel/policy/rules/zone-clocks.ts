// The wall clock of time zones. Pure: the instant is given, and the zone's rules are those of the language's own tables.

export interface ZoneClocks {
  /** Whether the zone is in the tables of this machine. */
  knows(zone: string): boolean;
  /** Minutes since local midnight at an instant; null where the zone is unknown here. */
  minuteOfDay(zone: string, at: number): number | null;
}

const minuteMs = 60_000;
const daySeconds = 24 * 60 * 60;

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  /** The last minute that was asked for, since formatting costs more than all else in a decision. */
  utcMinute: number;
  localSeconds: number;
}

/** Remembers, per zone, how to format and what the last minute came to. */
export function createZoneClocks(): ZoneClocks {
  const clocks = new Map<string, ZoneClock | null>();
  const clockOf = (zone: string): ZoneClock | null => {
    let clock = clocks.get(zone);
    if (clock === undefined) clocks.set(zone, (clock = openZone(zone)));
    return clock;
  };
  return {
    knows: (zone) => clockOf(zone) !== null,
    minuteOfDay(zone, at) {
      const clock = clockOf(zone);
      if (clock === null) return null;
      const utcMinute = Math.floor(at / minuteMs);
      if (clock.utcMinute !== utcMinute) {
        clock.localSeconds = secondsOfDay(clock.format.format(utcMinute * minuteMs));
        clock.utcMinute = utcMinute;
      }
      // Offsets before 1972 had seconds in them, so that a local minute may begin inside one of UTC.
      const seconds = clock.localSeconds + Math.floor((at - utcMinute * minuteMs) / 1000);
      return Math.floor((seconds % daySeconds) / 60);
    },
  };
}

function openZone(zone: string): ZoneClock | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    return { format, utcMinute: Number.NaN, localSeconds: 0 };
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** Of `HH:MM:SS`. */
function secondsOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8));
}
