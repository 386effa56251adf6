// The limits of calls to servers that nobody sets.

/** A call ends after so long, whatever progress it reports; a longer idle limit of the server takes its place. */
export const mostCallMs = 10 * 60_000;
/** So many failures in a row, and a server is left alone for a while. */
export const mostStrikes = 3;
export const leaveAloneMs = 60_000;
