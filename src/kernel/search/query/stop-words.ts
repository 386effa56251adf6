// English words that say nothing of what a tool does: of grammar, and of asking.

const grammar = `a about after all also am an and any are as at be because been before being below between both but by can could did do does
  doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most
  my no nor not of off on once only or other our out over own same she should so some such than that the their them then there these they this
  those through to too under until up us very was we were what when where which while who whom why will with would you your yours`;

const asking = 'get give help let need needs please tell use used using want like m d ve ll re s t';

export const stopWords: ReadonlySet<string> = new Set(`${grammar} ${asking}`.split(/\s+/));
