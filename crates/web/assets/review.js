// The review page. One file, no framework: the server renders the frame, this draws findings and texts and sends what a person does.
// Places in texts are UTF-16 units, as strings here have them. Nothing is ever written as HTML but pictures of the server's own.
'use strict';
(() => {
  const base = document.body.classList.contains('queue-page') ? './' : '../';
  const $ = (id) => document.getElementById(id);
  const el = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
      else if (key === 'class') node.className = value;
      else node.setAttribute(key, value === true ? '' : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  };
  const key = (name) => el('kbd', {}, name);
  const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const percent = (share) => (share === null || share === undefined ? '–' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`);

  // ---- talking to the server, one step after the other: what was decided first is saved first

  let chain = Promise.resolve();
  async function ask(path, options) {
    const response = await fetch(base + path, options);
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(body.error || `the server refused this (${response.status})`);
    return body;
  }
  function send(path, body) {
    const sent = chain.then(() => ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }));
    chain = sent.catch(() => {});
    return sent;
  }

  let hiding = 0;
  function say(text) {
    const status = $('status');
    status.textContent = text;
    status.classList.add('shown');
    clearTimeout(hiding);
    hiding = setTimeout(() => status.classList.remove('shown'), 4000);
  }
  const failed = (error) => say(error.message);

  // ---- dialogs

  function dialog(title, content, buttons) {
    const box = $('dialog');
    const close = () => box.close();
    const row = el('div', { class: 'buttons' });
    for (const [text, act, main] of buttons) row.append(el('button', { type: 'button', class: main ? 'main' : undefined, onclick: () => { if (act() !== false) close(); } }, text));
    row.append(el('button', { type: 'button', onclick: close }, 'Cancel ', key('Esc')));
    box.replaceChildren(el('h2', { id: 'dialog-title' }, title), ...content, row);
    box.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === 'Enter' && event.target.tagName !== 'BUTTON' && buttons.length) { event.preventDefault(); row.querySelector('button').click(); }
    };
    if (!box.open) box.showModal();
    (box.querySelector('input, select') || row.querySelector('button')).focus();
    return box;
  }

  function help() {
    const rows = [['J K ↓ ↑', 'next, previous finding'], ['A', 'accept: redacted stays redacted, kept stays kept'], ['R', 'reject: redacted becomes kept, kept becomes redacted'],
      ['E', 'edit kind or replacement'], ['M', 'mask the selection'], ['V ← →', 'select a word; with Shift, more or fewer'], ['G', 'do the same with all alike'], ['[ ]', 'shorten, lengthen by a word at the end'], ['{ }', 'lengthen, shorten by a word at the start'],
      ['U', 'undo, to the very start'], ['Shift A', 'accept the rest of the document'], ['O', 'next finding of high risk that is open'], ['N P', 'next, previous document'], ['1 … 5', 'findings, pseudonyms, blocks, misses, settings'], ['/', 'search'], ['X', 'export'], ['Q', 'queue'], ['?', 'this help']];
    const table = el('table', {}, ...rows.map(([keys, what]) => el('tr', {}, el('td', {}, ...keys.split(' ').flatMap((one) => [key(one), ' '])), el('td', {}, what))));
    dialog('Keys', [table], []);
  }

  async function exportNow() {
    say('Exporting: every document is decided, rewritten and checked…');
    try {
      const done = await send('api/export');
      const lines = [el('p', {}, `${plural(done.released, 'document')} released, ${done.unchanged} unchanged, ${done.withheld.length} withheld.`)];
      for (const [, why] of done.withheld.slice(0, 20)) lines.push(el('p', { class: 'ask-line' }, why));
      lines.push(el('p', { class: 'hint' }, `Audit trail: ${plural(done.trail_lines, 'line')}, the last has the hash ${done.trail_hash}. Note it elsewhere.`));
      dialog(done.withheld.length ? 'Exported in part' : 'Exported', lines, []);
      if (data) refresh();
    } catch (error) {
      dialog('Not exported', [el('p', {}, error.message)], []);
    }
  }

  $('export')?.addEventListener('click', exportNow);

  // ---- the queue

  if (document.body.classList.contains('queue-page')) {
    const rows = [...document.querySelectorAll('#queue tbody tr')];
    let [at, shown, current] = [-1, rows, null];
    const go = (step) => {
      at = Math.max(0, Math.min(shown.length - 1, at + step));
      current?.classList.remove('at');
      current = shown[at];
      current?.classList.add('at');
      current?.querySelector('a').focus();
    };
    $('filter').addEventListener('input', (event) => {
      const wanted = event.target.value.toLowerCase();
      rows.forEach((row) => { row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted); });
      [at, shown] = [-1, rows.filter((row) => !row.hidden)];
    });
    const undo = () => send('api/undo').then((done) => { if (done.undone) location.reload(); else say('There is nothing to undo.'); }).catch(failed);
    $('undo').addEventListener('click', undo);
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || $('dialog').open) return;
      if (event.target.tagName === 'INPUT') { if (event.key === 'Escape' || event.key === 'Enter') { event.target.blur(); go(1); } return; }
      const act = { j: () => go(1), k: () => go(-1), ArrowDown: () => go(1), ArrowUp: () => go(-1), '/': () => $('filter').focus(), u: undo, x: exportNow, '?': help }[event.key];
      if (act) { event.preventDefault(); act(); }
    });
  }

  // ---- a document

  const holder = $('data');
  const data = holder ? JSON.parse(holder.textContent) : null;
  if (!data) return;
  const path = `api/document/${data.number}`;
  const text = data.text;
  let findings = data.findings;
  let byId = new Map(findings.map((one) => [one.id, one]));
  let current = null;
  let pieces = [];
  let left = [];
  let ambiguous = new Map();
  let cards = [];
  let previewed = -1;

  const SIGNS = { accepted: ['■', 'redacted'], proposed: ['◇', 'proposed: decide'], rejected: ['✕', 'rejected: stays'], manual: ['✎', 'by hand'], ambiguous: ['≠', 'ambiguous: whose name?'], kept: ['○', 'kept by the machine'] };
  function stateOf(one) {
    if (ambiguous.has(one.id) && applies(one)) return 'ambiguous';
    if (one.state === 'accepted' && one.action === 'keep') return 'kept';
    return one.state;
  }
  const applies = (one) => (one.state === 'accepted' || one.state === 'manual') && one.action !== 'keep';
  const isOpen = (one) => one.high && (!one.reviewer || one.state === 'proposed');
  const surface = (one) => text.slice(one.start, one.end);
  const labelOf = (one) => labels.get(one.id) ?? one.replacement ?? (one.action === 'remove' ? '[REDACTED]' : one.action);
  const short = (words, most = 80) => (words.length > most ? `${words.slice(0, most)}…` : words).replace(/\s+/g, ' ');
  let labels = new Map();

  $('legend').append(...Object.entries(SIGNS).map(([state, [sign, name]]) => el('li', {}, el('span', { class: `sign ${state}`, 'aria-hidden': 'true' }, sign), ` ${name}`)), el('li', {}, el('span', { class: 'tick', 'aria-hidden': 'true' }, '✓'), ' looked at'));

  // ---- the two texts, in pieces that the browser lays out only when they are seen

  const CHUNK = 1800;
  const chunks = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + CHUNK);
    if (end < text.length) {
      const line = text.indexOf('\n', end);
      end = line === -1 || line - start > 4 * CHUNK ? end : line + 1;
      if (text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) < 0xdc00) end += 1;
    }
    chunks.push({ start, end, original: el('div', { class: 'chunk' }), preview: el('div', { class: 'chunk' }), drawn: false });
    start = end;
  }
  $('original-text').append(...chunks.map((chunk) => chunk.original));
  $('preview-text').append(...chunks.map((chunk) => chunk.preview));
  const chunkAt = (place) => {
    let low = 0, high = chunks.length - 1;
    while (low < high) { const middle = (low + high + 1) >> 1; if (chunks[middle].start <= place) low = middle; else high = middle - 1; }
    return low;
  };

  // Findings and pieces that touch a stretch of the text: both lists are in order of their starts.
  let reach = [];
  function indexFindings() {
    findings.sort((a, b) => a.start - b.start || a.end - b.end);
    findings.forEach((one, place) => { one.place = place; });
    let end = 0;
    reach = findings.map((one) => (end = Math.max(end, one.end)));
    byId = new Map(findings.map((one) => [one.id, one]));
  }
  function touching(start, end) {
    let low = 0, high = reach.length;
    while (low < high) { const middle = (low + high) >> 1; if (reach[middle] > start) high = middle; else low = middle + 1; }
    const out = [];
    for (; low < findings.length && findings[low].start < end; low += 1) if (findings[low].end > start) out.push(findings[low]);
    return out;
  }
  function piecesIn(start, end) {
    let low = 0, high = pieces.length;
    while (low < high) { const middle = (low + high) >> 1; if (pieces[middle][1] > start) high = middle; else low = middle + 1; }
    const out = [];
    for (; low < pieces.length && pieces[low][0] < end; low += 1) out.push(pieces[low]);
    return out;
  }

  function classes(one, inPreview) {
    const state = stateOf(one);
    return [state, one.kind === 'block' ? 'block' : '', one.kind === 'block' && applies(one) ? 'gone' : '', one.reviewer ? 'looked' : '', one === current ? 'at' : '', inPreview && applies(one) ? 'replaced' : ''].join(' ');
  }

  function draw(chunk) {
    const here = touching(chunk.start, chunk.end);
    const parts = piecesIn(chunk.start, chunk.end);
    const gaps = left.filter(([start, end]) => start < chunk.end && end > chunk.start);
    const edges = new Set([chunk.start, chunk.end]);
    for (const one of here) { edges.add(Math.max(one.start, chunk.start)); edges.add(Math.min(one.end, chunk.end)); }
    for (const [start, end] of [...parts, ...gaps]) { edges.add(Math.max(start, chunk.start)); edges.add(Math.min(end, chunk.end)); }
    const places = [...edges].sort((a, b) => a - b);
    const original = [], preview = [];
    for (let i = 0; i + 1 < places.length; i += 1) {
      const [start, end] = [places[i], places[i + 1]];
      const over = here.filter((one) => one.start <= start && one.end >= end);
      over.sort((a, b) => (a.end - a.start) - (b.end - b.start));
      const gap = gaps.some(([from, to]) => from <= start && to >= end);
      const one = over[0];
      const words = text.slice(start, end);
      original.push(one ? el('mark', { class: classes(one, false) + (gap ? ' left' : ''), 'data-id': one.id }, words) : gap ? el('mark', { class: 'left' }, words) : words);
      const part = parts.find(([from, to]) => from <= start && to >= end);
      const owner = part ? byId.get(part[2]) : null;
      if (part && owner && applies(owner)) {
        if (part[0] === start || start === chunk.start) preview.push(el('mark', { class: classes(owner, true), 'data-id': owner.id }, part[0] === start ? part[3] : ''));
      } else {
        preview.push(one ? el('mark', { class: classes(one, true), 'data-id': one.id }, applies(one) && one.kind !== 'block' ? (one.start === start ? labelOf(one) : '') : words) : words);
      }
    }
    chunk.original.replaceChildren(...original);
    chunk.preview.replaceChildren(...preview);
    chunk.drawn = true;
  }
  function redraw(ones) {
    const numbers = new Set();
    for (const [start, end] of ones) for (let i = chunkAt(start); i < chunks.length && chunks[i].start < end; i += 1) numbers.add(i);
    for (const i of numbers) if (chunks[i].drawn) draw(chunks[i]);
  }
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { const chunk = chunks[Number(entry.target.dataset.number)]; if (!chunk.drawn) draw(chunk); }
  }, { rootMargin: '600px' });
  chunks.forEach((chunk, number) => {
    // What is not seen yet holds its text, so that it is as long as it will be, and can be searched by the browser.
    chunk.original.textContent = text.slice(chunk.start, chunk.end);
    chunk.preview.textContent = chunk.original.textContent;
    for (const node of [chunk.original, chunk.preview]) { node.dataset.number = number; seen.observe(node); }
  });

  function reveal(one) {
    const chunk = chunks[chunkAt(one.start)];
    if (!chunk) return;
    if (!chunk.drawn) draw(chunk);
    // First everything is measured, then everything is moved: the browser lays the page out once.
    const moves = [];
    for (const [pane, node] of [[$('original-text'), chunk.original], [$('preview-text'), chunk.preview]]) {
      const mark = node.querySelector(`mark[data-id="${CSS.escape(one.id)}"]`) ?? node;
      const [outer, inner] = [pane.getBoundingClientRect(), mark.getBoundingClientRect()];
      if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 80) moves.push([pane, pane.scrollTop + inner.top - outer.top - outer.height / 3]);
    }
    for (const [pane, top] of moves) pane.scrollTop = top;
  }

  // ---- selecting without a mouse: V takes the next word, arrows move and, with Shift, lengthen or shorten

  let chosen = null;
  function selectText(start, end) {
    chosen = [start, end];
    reveal({ id: '', start });
    const at = (place, isEnd) => {
      const chunk = chunks[chunkAt(isEnd ? place - 1 : place)];
      if (!chunk.drawn) draw(chunk);
      const walker = document.createTreeWalker(chunk.original, NodeFilter.SHOW_TEXT);
      let from = chunk.start;
      for (let node = walker.nextNode(); node; from += node.data.length, node = walker.nextNode()) if (place < from + node.data.length || (isEnd && place === from + node.data.length)) return [node, place - from];
      return [chunk.original, chunk.original.childNodes.length];
    };
    getSelection().setBaseAndExtent(...at(start, false), ...at(end, true));
    say(`Selected: ${short(text.slice(start, end), 60)}. M masks it.`);
  }
  function wordAfter(place) {
    const word = /[\p{L}\p{N}]+/gu;
    word.lastIndex = place;
    const found = word.exec(text);
    return found ? [found.index, found.index + found[0].length] : null;
  }
  function wordBefore(place) {
    const from = Math.max(0, place - 300);
    const last = [...text.slice(from, place).matchAll(/[\p{L}\p{N}]+/gu)].at(-1);
    return last ? [from + last.index, from + last.index + last[0].length] : null;
  }
  function choose(by, longer) {
    if (!chosen) { const word = wordAfter(current ? current.end : 0); if (word) selectText(...word); return; }
    const word = by > 0 ? wordAfter(chosen[1]) : wordBefore(longer ? chosen[1] - 1 : chosen[0]);
    if (!word) return;
    if (!longer) selectText(...word); else if (by > 0) selectText(chosen[0], word[1]); else { const end = wordBefore(word[0])?.[1]; if (end > chosen[0]) selectText(chosen[0], end); }
  }

  // ---- the list: only the rows that are seen exist

  const ROW = 46;
  const list = $('list');
  const spacer = el('div', { 'aria-hidden': 'true' });
  list.append(spacer);
  let shown = findings;
  const rows = new Map();
  function filterList() {
    const [which, wanted] = [$('show').value, $('search').value.toLowerCase()];
    const tests = { all: () => true, open: isOpen, redacted: applies, kept: (one) => !applies(one), manual: (one) => one.state === 'manual', ambiguous: (one) => ambiguous.has(one.id) };
    shown = findings.filter((one) => tests[which](one) && (!wanted || surface(one).toLowerCase().includes(wanted) || one.kind.includes(wanted)));
    shown.forEach((one, place) => { one.row = place; });
    spacer.style.height = `${shown.length * ROW}px`;
    for (const row of rows.values()) row.remove();
    rows.clear();
    drawList();
  }
  function fill(row, one) {
    const state = stateOf(one);
    const [sign, name] = SIGNS[state];
    row.id = `row-${one.id}`;
    row.style.top = `${one.row * ROW}px`;
    row.setAttribute('aria-selected', String(one === current));
    row.setAttribute('aria-posinset', one.row + 1);
    row.setAttribute('aria-setsize', shown.length);
    row.replaceChildren(el('span', { class: `sign ${state}`, 'aria-hidden': 'true' }, sign), el('span', { class: 'surface' }, short(surface(one), 60)), el('span', { class: 'unseen' }, `, ${name}${one.reviewer ? ', looked at' : isOpen(one) ? ', high risk, open' : ''}, `),
      el('span', { class: 'to' }, applies(one) ? `→ ${short(labelOf(one), 22)} ` : `${name.split(':')[0]} `, el('span', { class: 'tick' }, one.reviewer ? '✓' : isOpen(one) ? '!' : '')),
      el('span', { class: 'why' }, `${one.kind} · ${one.reason}`));
  }
  // Where the list is and how tall, remembered: asking the browser would make it lay the page out.
  let [top, height] = [0, 600];
  function drawList() {
    const first = Math.max(0, Math.floor(top / ROW) - 6);
    const last = Math.min(shown.length, Math.ceil((top + height) / ROW) + 6);
    const wanted = new Set(shown.slice(first, last).map((one) => one.id));
    for (const [id, row] of rows) if (!wanted.has(id)) { row.remove(); rows.delete(id); }
    for (let i = first; i < last; i += 1) {
      const one = shown[i];
      if (rows.has(one.id)) continue;
      const row = el('div', { class: 'row', role: 'option', 'data-id': one.id });
      fill(row, one);
      rows.set(one.id, row);
      list.append(row);
    }
  }
  const refill = (one) => { const row = one && rows.get(one.id); if (row) fill(row, one); };
  list.addEventListener('scroll', () => requestAnimationFrame(() => { top = list.scrollTop; drawList(); }), { passive: true });
  new ResizeObserver(([entry]) => { height = entry.contentRect.height || height; drawList(); }).observe(list);
  for (const id of ['show', 'search']) $(id).addEventListener('input', filterList);

  // ---- the current finding

  const KINDS = ['person', 'organisation', 'place', 'demographic', 'miscellaneous', 'date', 'quantity', 'code', 'e-mail', 'url', 'phone', 'ip', 'iban', 'payment-card', 'national-id', 'age', 'age-over-89', 'address', 'post-code', 'handle', 'secret', 'name', 'term', 'custom'];
  function card() {
    const box = $('current');
    if (!current) { box.replaceChildren(el('p', { class: 'hint' }, findings.length ? 'Press J for the first finding, ? for all keys.' : 'The machine found nothing here. Select text and press M to mask it.')); return; }
    const state = stateOf(current);
    const [sign, name] = SIGNS[state];
    const block = current.kind === 'block';
    const kept = !applies(current);
    const button = (label, letter, act, title) => el('button', { type: 'button', onclick: act, title }, `${label} `, key(letter));
    box.replaceChildren(
      el('div', { class: 'what' }, el('span', { class: `sign ${state}` }, sign), el('span', { class: 'surface' }, short(surface(current), block ? 90 : 160))),
      el('div', {}, `${current.kind} · ${name}`, applies(current) ? el('span', { class: 'arrow' }, ` → ${labelOf(current)}`) : '', current.reviewer ? el('span', { class: 'tick' }, ` ✓ ${current.reviewer}`) : current.high ? el('span', { class: 'ask-line' }, ' ! high risk, open') : ''),
      el('p', { class: 'why' }, current.reason),
      el('div', { class: 'buttons' }, button(block ? 'Delete' : 'Accept', 'A', () => decide('accept')), button(block ? 'Keep' : kept && current.state !== 'rejected' ? 'Mask' : 'Reject', 'R', () => decide('reject')),
        block ? null : button('Edit', 'E', edit), block ? null : button('All alike', 'G', alike), block ? null : button('Shorter', '[', () => move('end', false)), block ? null : button('Longer', ']', () => move('end', true))));
  }

  function select(one, quiet) {
    const before = current;
    current = one;
    if (before) { refill(before); mark(before); }
    if (one) {
      if (shown[one.row] !== one) { $('show').value = 'all'; $('search').value = ''; filterList(); }
      const place = one.row * ROW;
      if (place < top || place + ROW > top + height) { top = Math.max(0, Math.min(place - height / 3, shown.length * ROW - height)); list.scrollTop = top; }
      drawList();
      refill(one);
      list.setAttribute('aria-activedescendant', `row-${one.id}`);
      mark(one);
    } else list.removeAttribute('aria-activedescendant');
    card();
    if (one) reveal(one);
    if (!quiet && one) remember();
  }
  // The address has the finding, so that going back finds it again; browsers allow that a few times a second only.
  let remembering = 0;
  function remember() { clearTimeout(remembering); remembering = setTimeout(() => { if (current) history.replaceState(null, '', `#${current.id}`); }, 600); }
  // The marks of one finding get their classes anew; their texts stay.
  function mark(one) {
    for (let i = chunkAt(one.start); i < chunks.length && chunks[i].start < one.end; i += 1) {
      if (!chunks[i].drawn) continue;
      for (const [node, inPreview] of [[chunks[i].original, false], [chunks[i].preview, true]]) for (const found of node.querySelectorAll(`mark[data-id="${CSS.escape(one.id)}"]`)) found.className = classes(one, inPreview);
    }
  }
  function step(by) {
    if (!shown.length) return;
    const place = current && shown[current.row] === current ? current.row + by : by > 0 ? 0 : shown.length - 1;
    if (place < 0 || place >= shown.length) { say(place < 0 ? 'This is the first finding.' : 'This is the last finding: N goes to the next document.'); return; }
    select(shown[place]);
  }
  function nextOpen() {
    const from = current ? current.place + 1 : 0;
    const one = findings.slice(from).find(isOpen) ?? findings.find(isOpen);
    if (one) select(one); else say('Nothing of high risk is open here: N goes to the next document.');
  }

  // ---- deciding: what a person does is shown at once, and comes back from the server as it was saved

  function take(done) {
    $('undo').disabled = !done.undoable;
    const before = current?.id;
    const touched = [];
    for (const id of done.removed) { const gone = byId.get(id); if (gone) touched.push([gone.start, gone.end]); }
    const removed = new Set(done.removed);
    let moved = removed.size > 0;
    for (const one of done.changed) {
      const known = byId.get(one.id);
      const same = known && known.start === one.start && known.end === one.end;
      // What was shown already, when the key was pressed, is not drawn again.
      if (!same || ['state', 'action', 'kind', 'replacement'].some((name) => known[name] !== one[name]) || !known.reviewer !== !one.reviewer) touched.push([one.start, one.end]);
      if (same) { Object.assign(known, { replacement: undefined, reviewer: undefined }, one); refill(known); } else { moved = true; if (known) touched.push([known.start, known.end]); }
    }
    if (moved) {
      const changed = new Map(done.changed.map((one) => [one.id, one]));
      findings = findings.filter((one) => !removed.has(one.id) && !changed.has(one.id)).concat(done.changed);
      indexFindings();
      current = byId.get(before) ?? null;
      filterList();
    }
    redraw(touched);
    card();
    count();
    later();
    if (done.elsewhere > 0) say(`${plural(done.elsewhere, 'decision')} changed in other documents.`);
  }
  const act = (body) => send(`${path}/act`, body).then((done) => { take(done); return done; }).catch((error) => { failed(error); refresh(); });

  function decide(what) {
    const one = current;
    if (!one) return;
    if (what === 'accept') { if (one.state === 'proposed' || one.state === 'rejected') one.state = 'accepted'; } else if (one.action === 'keep' && one.state !== 'rejected') { one.action = 'label'; one.state = 'manual'; } else one.state = 'rejected';
    one.reviewer = one.reviewer ?? '…';
    refill(one);
    // A finding that no other touches is one mark in each text; of others the neighbourhood is drawn again.
    if (touching(one.start, one.end).length === 1 && chunkAt(one.start) === chunkAt(one.end - 1)) {
      mark(one);
      for (const found of chunks[chunkAt(one.start)].preview.querySelectorAll(`mark[data-id="${CSS.escape(one.id)}"]`)) found.textContent = applies(one) ? labelOf(one) : surface(one);
    } else redraw([[one.start, Math.min(one.end, one.start + 4 * CHUNK)]]);
    count();
    act({ what, ids: [one.id] });
    if (shown[one.row + 1] && shown[one.row] === one) select(shown[one.row + 1]); else card();
  }
  const acceptRest = () => act({ what: 'accept-rest' }).then((done) => done && say(`${plural(done.changed.length, 'decision')} accepted.`));
  const move = (edge, outwards) => current && act({ what: 'move', id: current.id, edge, outwards });
  const undo = () => send(`api/undo?document=${data.number}`).then((done) => {
    if (!done.undone) { say('There is nothing to undo.'); return; }
    say(`Undone: ${done.undone}`);
    take(done);
    const first = done.changed[0] && byId.get(done.changed[0].id);
    if (first) select(first);
  }).catch(failed);

  function edit() {
    const one = current;
    if (!one || one.kind === 'block') return;
    const kind = el('select', {}, ...KINDS.map((name) => el('option', { value: name, selected: name === one.kind }, name)));
    const how = el('select', {}, ...['label', 'remove', 'mask', 'generalise'].map((name) => el('option', { value: name, selected: name === one.action }, name)));
    const own = el('input', { type: 'text', autocomplete: 'off', value: one.state === 'manual' && one.replacement ? one.replacement : '' });
    dialog(`Edit “${short(surface(one), 50)}”`, [el('label', {}, 'Replacement of your own (empty: as below)', own), el('label', {}, 'Kind', kind), el('label', {}, 'Otherwise', how)],
      [['Save', () => { act({ what: 'edit', id: one.id, kind: kind.value, action: how.value, replacement: own.value }).then(() => select(byId.get(one.id) ?? null)); }, true]]);
  }

  function mask() {
    const selection = getSelection();
    const place = (node, offset) => {
      const chunk = (node.nodeType === 1 ? node : node.parentElement)?.closest('#original-text .chunk');
      if (!chunk) return null;
      const range = document.createRange();
      range.setStart(chunk, 0);
      range.setEnd(node, offset);
      return chunks[Number(chunk.dataset.number)].start + range.toString().length;
    };
    const range = selection.rangeCount ? selection.getRangeAt(0) : null;
    const [start, end] = range ? [place(range.startContainer, range.startOffset), place(range.endContainer, range.endOffset)] : [null, null];
    if (start === null || end === null || start === end) { say('Select text in the original first: with the mouse, or with V and the arrow keys.'); return; }
    selection.removeAllRanges();
    chosen = null;
    act({ what: 'mask', start, end }).then((done) => {
      const made = done?.changed?.[0] && byId.get(done.changed[0].id);
      if (!made) return;
      select(made);
      ask(`${path}/alike?id=${made.id}`).then((found) => { if (found.count > 1) say(`Masked. ${plural(found.count - 1, 'more mention')}: G masks all.`); }).catch(failed);
    });
  }

  async function alike() {
    const one = current;
    if (!one || one.kind === 'block') return;
    try {
      const [here, everywhere] = await Promise.all([ask(`${path}/alike?id=${one.id}`), ask(`${path}/alike?id=${one.id}&scope=collection`)]);
      const what = applies(one) ? 'redacted' : 'kept';
      const hits = el('div', { class: 'hits', tabindex: '0', role: 'region', 'aria-label': 'Hits' });
      let many = 0;
      for (const found of everywhere.documents) {
        hits.append(el('p', { class: 'where' }, `${found.name}: ${found.hits.length}`));
        for (const hit of found.hits) if ((many += 1) <= 200) hits.append(el('p', {}, `…${hit.before.replace(/\s+/g, ' ')}`, el('strong', {}, hit.text), `${hit.after.replace(/\s+/g, ' ')}… `, el('span', { class: 'faint' }, hit.state)));
      }
      if (many > 200) hits.append(el('p', { class: 'hint' }, `and ${many - 200} more`));
      const run = (scope) => () => { act({ what: 'alike', id: one.id, scope }).then((done) => done && say(`${plural(done.changed.length + done.elsewhere, 'decision')} changed.`)); };
      dialog(`All like “${short(surface(one), 40)}” are ${what}`, [hits], [[`This document (${here.count})`, run('document'), true], [`Whole collection (${everywhere.count})`, run('collection')]]);
    } catch (error) { failed(error); }
  }

  // ---- what the server makes of it: labels, meters, pseudonyms, places where something would be left

  let waiting = 0;
  const PATIENCE = data.findings.length > 2000 ? 1500 : 200;
  function later() { clearTimeout(waiting); waiting = setTimeout(preview, PATIENCE); }
  function count() { $('m-open').textContent = String(findings.filter(isOpen).length); }
  async function preview() {
    await chain;
    let fresh;
    try { fresh = await ask(`${path}/preview`); } catch (error) { warn(error.message); return; }
    if (fresh.version < previewed) return;
    previewed = fresh.version;
    const old = new Map(pieces.map((piece) => [piece[0], piece]));
    const changed = [];
    for (const piece of fresh.pieces) { const known = old.get(piece[0]); if (!known || known[1] !== piece[1] || known[3] !== piece[3]) changed.push(piece); old.delete(piece[0]); }
    changed.push(...old.values(), ...left, ...fresh.left);
    [pieces, left] = [fresh.pieces, fresh.left];
    labels = new Map(pieces.map((piece) => [piece[2], piece[3]]));
    const asked = new Map();
    for (const group of fresh.pseudonyms) for (const mention of group.mentions) if (mention.fits.length) asked.set(mention.id, mention.fits);
    for (const id of new Set([...asked.keys(), ...ambiguous.keys()])) if (asked.has(id) !== ambiguous.has(id)) { const one = byId.get(id); if (one) changed.push([one.start, one.end]); }
    ambiguous = asked;
    cards = fresh.pseudonyms;
    redraw(changed);
    for (const row of rows.keys()) refill(byId.get(row));
    card();
    meters(fresh.meters);
    if (!$('view-pseudonyms').hidden) views.pseudonyms();
  }
  function meters(now) {
    $('m-open').textContent = String(now.open);
    $('m-risk').textContent = percent(now.residual_risk);
    $('m-search').textContent = now.search_risk ? percent(now.search_risk[0]) : '–';
    $('m-words').textContent = percent(now.words_kept);
    $('m-ic').textContent = percent(now.ic_kept);
    if (now.left) warn(`Would be withheld: redacted text is left in ${plural(now.left, 'place')}.`, true); else $('alert').hidden = true;
  }
  function warn(message, places) {
    const box = $('alert');
    box.replaceChildren(message, places ? el('button', { type: 'button', onclick: () => { const [start] = left[0] ?? []; if (start !== undefined) reveal({ id: '', start }); } }, 'Show') : '');
    box.hidden = false;
  }
  async function refresh() {
    try {
      const fresh = await ask(path);
      const id = current?.id;
      findings = fresh.findings;
      indexFindings();
      current = byId.get(id) ?? null;
      $('undo').disabled = !fresh.undoable;
      chunks.forEach((chunk) => { if (chunk.drawn) draw(chunk); });
      filterList(); card(); count(); later();
    } catch (error) { failed(error); }
  }

  // ---- the other views

  const views = {
    findings() { drawList(); },
    pseudonyms() {
      const box = $('view-pseudonyms');
      if (!cards.length) { box.replaceChildren(el('p', { class: 'padded hint' }, 'No pseudonyms in this document.')); return; }
      const MOST = 150;
      const group = (one) => {
        const first = one.mentions[0].id;
        const others = cards.filter((other) => other !== one && other.kind === one.kind).slice(0, 200);
        const target = el('select', { 'aria-label': `Merge ${one.label} into` }, ...others.map((other) => el('option', { value: other.mentions[0].id }, `${other.label} (${short(other.mentions[0].text, 24)})`)));
        const asked = one.mentions.some((mention) => mention.fits.length);
        const forms = new Map();
        for (const mention of one.mentions) { const form = forms.get(mention.text) ?? []; form.push(mention); forms.set(mention.text, form); }
        const line = ([form, mentions]) => el('li', {}, el('button', { type: 'button', onclick: () => select(byId.get(mentions[0].id)) }, form, mentions.length > 1 ? ` ×${mentions.length}` : ''),
          one.mentions.length > 1 ? el('button', { type: 'button', title: 'A pseudonym of its own', onclick: () => mentions.reduce((before, mention) => before.then(() => act({ what: 'assign', id: mention.id, to: mentions[0].id })), Promise.resolve()) }, 'Split') : null,
          ...(mentions[0].fits.length ? [el('span', { class: 'ask-line' }, '≠ whose?'), ...mentions[0].fits.map((label) => { const other = cards.find((known) => known.label === label); return other ? el('button', { type: 'button', onclick: () => mentions.reduce((before, mention) => before.then(() => act({ what: 'assign', id: mention.id, to: other.mentions.find((known) => !mentions.includes(known))?.id ?? other.mentions[0].id })), Promise.resolve()) }, label) : null; })] : []));
        return el('article', { class: asked ? 'card ask' : 'card', 'data-label': one.label }, el('h3', {}, one.label, el('span', { class: 'faint' }, `${one.kind}, ${plural(one.mentions.length, 'mention')}`)),
          el('ul', {}, ...[...forms].slice(0, 30).map(line)),
          el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => act({ what: 'accept', ids: one.mentions.map((mention) => mention.id) }) }, 'Accept all'),
            el('button', { type: 'button', onclick: () => { const name = el('input', { type: 'text', autocomplete: 'off' }); dialog(`Rename ${one.label}`, [el('label', {}, 'New name (empty: a label)', name)], [['Rename', () => { act({ what: 'rename', id: first, name: name.value }); }, true]]); } }, 'Rename'),
            others.length ? el('button', { type: 'button', onclick: () => act({ what: 'merge', id: first, into: target.value }) }, 'Merge into') : null, others.length ? target : null));
      };
      box.replaceChildren(...cards.slice(0, MOST).map(group), el('p', { class: 'padded hint' }, cards.length > MOST ? `and ${cards.length - MOST} more` : ''));
    },
    async blocks() {
      const box = $('view-blocks');
      const found = await ask(`${path}/blocks`);
      const strip = el('div', { class: 'strip' });
      // A picture of the server's own: numbers and escaped names. Its inline style is left out before it is parsed, the style sheet has the rules.
      if (found.strip) { const plain = found.strip.replace(/<style[\s\S]*?<\/style>/g, '').replace(/ style="[^"]*"/g, ''); strip.append(document.importNode(new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement, true)); }
      const block = (one) => el('article', { class: 'card' }, el('h3', {}, one.topic, el('span', { class: 'faint' }, `${one.density.toFixed(1)} hits per 100 words ≥ ${one.threshold.toFixed(1)} · ${one.state}`)),
        el('ul', {}, ...one.hits.slice(0, 12).map((hit) => el('li', {}, el('span', { class: 'surface' }, hit.text), el('span', { class: 'faint' }, `${hit.text === hit.term ? '' : `→ ${hit.term} `}${hit.count > 1 ? `×${hit.count}` : ''}`)))),
        el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => select(byId.get(one.id)) }, 'Show'), el('button', { type: 'button', class: 'main', onclick: () => act({ what: 'accept', ids: [one.id] }).then(() => views.blocks()) }, 'Delete block'), el('button', { type: 'button', onclick: () => act({ what: 'reject', ids: [one.id] }).then(() => views.blocks()) }, 'Keep block')));
      box.replaceChildren(strip, ...(found.blocks.length ? found.blocks.map(block) : [el('p', { class: 'padded hint' }, 'No risky blocks: name topics when sanitising to look for them.')]));
    },
    async misses() {
      const box = $('view-misses');
      const found = await ask(`${path}/misses`);
      const names = { capitals: 'Capitalised words', number: 'Numbers', rare: 'Rare words' };
      const line = (miss) => el('li', {}, el('button', { type: 'button', title: 'Show', onclick: () => selectText(...miss.spans[0]) }, miss.text), el('span', { class: 'faint' }, `${miss.spans.length > 1 ? `×${miss.spans.length} ` : ''}${miss.ic ? `IC ${miss.ic.toFixed(1)}` : ''}`),
        el('button', { type: 'button', onclick: async () => { for (const [start, end] of miss.spans) await act({ what: 'mask', start, end }); views.misses(); } }, 'Mask'));
      const section = (why) => { const some = found.filter((miss) => miss.why === why); return some.length ? el('article', { class: 'card' }, el('h3', {}, names[why], el('span', { class: 'faint' }, `${some.length} that nobody masked`)), el('ul', {}, ...some.slice(0, 120).map(line))) : null; };
      const all = ['capitals', 'number', 'rare'].map(section).filter(Boolean);
      box.replaceChildren(...(all.length ? all : [el('p', { class: 'padded hint' }, 'Nothing that looks like a miss.')]));
    },
    settings() {
      const box = $('view-settings');
      if (box.childElementCount) return;
      const would = el('div', { class: 'would', id: 'would', role: 'status', 'aria-live': 'polite' }, 'Move a slider to see what would change.');
      const moved = new Set();
      const values = { beta: data.beta, w: data.w, caution: data.caution ?? 0.8 };
      const query = () => [...moved].map((name) => `${name}=${values[name]}`).join('&');
      let asking = 0;
      const live = () => { clearTimeout(asking); asking = setTimeout(() => ask(`${path}/what-if?${query()}`).then((then) => {
        would.replaceChildren(el('p', {}, el('span', { class: 'figure', id: 'would-mask' }, String(then.mask)), ' more redacted, ', el('span', { class: 'figure', id: 'would-keep' }, String(then.keep)), ' more kept'),
          el('p', { class: 'faint' }, `β ${then.beta.toFixed(1)}, τ ${then.tau.toFixed(1)}; residual risk by single phrases `, el('span', { id: 'would-risk' }, percent(then.residual_risk)), `, IC kept ${percent(then.ic_kept)}`));
      }).catch(failed), 40); };
      const slider = (name, title, most, by) => {
        const value = el('output', {}, values[name].toFixed(2));
        const input = el('input', { type: 'range', id: `set-${name}`, min: 0, max: most, step: by, value: values[name] });
        input.addEventListener('input', () => { values[name] = Number(input.value); value.textContent = values[name].toFixed(2); moved.add(name); live(); });
        return el('label', {}, title, value, input);
      };
      const run = (scope) => () => { if (moved.size) act({ what: 'settings', setting: Object.fromEntries([...moved].map((name) => [name, values[name]])), scope }).then((done) => { if (done) { say(`${plural(done.changed.length + done.elsewhere, 'decision')} changed; what you had looked at stays.`); live(); } }); };
      box.replaceChildren(el('div', { class: 'padded sliders' }, slider('caution', 'Caution: what people mask with probability 1 − caution', 1, 0.01), slider('beta', 'β: phrases of so many bits are redacted', 24, 0.1), slider('w', 'w: τ = w·β, of what a phrase may disclose', 1, 0.01), would,
        el('p', { class: 'hint' }, 'By the figures of the findings. What a person has looked at is not touched.'), el('div', { class: 'buttons' }, el('button', { type: 'button', class: 'main', id: 'apply-document', onclick: run('document') }, 'Apply to this document'), el('button', { type: 'button', onclick: run('collection') }, 'Apply to all'))));
    },
  };
  const tabs = ['findings', 'pseudonyms', 'blocks', 'misses', 'settings'];
  function open(name, focus) {
    for (const one of tabs) {
      const [tab, view] = [$(`tab-${one}`), $(`view-${one}`)];
      tab.setAttribute('aria-selected', String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
      view.hidden = one !== name;
    }
    if (focus) $(`tab-${name}`).focus();
    Promise.resolve(views[name]()).catch(failed);
  }
  tabs.forEach((name, place) => {
    $(`tab-${name}`).addEventListener('click', () => open(name));
    $(`tab-${name}`).addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) { event.preventDefault(); event.stopPropagation(); open(tabs[(place + by + tabs.length) % tabs.length], true); }
    });
  });

  // ---- the mouse and the keys

  for (const id of ['original-text', 'preview-text']) $(id).addEventListener('click', (event) => { const one = byId.get(event.target.closest('mark')?.dataset.id); if (one && getSelection().isCollapsed) select(one); });
  list.addEventListener('click', (event) => { const one = byId.get(event.target.closest('.row')?.dataset.id); if (one) select(one); });
  $('undo').addEventListener('click', undo);
  $('help').addEventListener('click', help);
  document.querySelectorAll('.switch button').forEach((button) => button.addEventListener('click', () => {
    document.querySelector('.panes').dataset.shown = button.dataset.pane;
    document.querySelectorAll('.switch button').forEach((other) => other.setAttribute('aria-pressed', String(other === button)));
    drawList();
    if (current) reveal(current);
  }));
  const keys = { j: () => step(1), k: () => step(-1), a: () => decide('accept'), r: () => decide('reject'), e: edit, m: mask, v: () => choose(1, false), g: alike, u: undo, o: nextOpen, A: acceptRest, '?': help, x: exportNow, '/': () => { open('findings'); $('search').focus(); }, n: () => $('next').click(), p: () => $('previous').click(), q: () => $('to-queue').click(),
    '[': () => move('end', false), ']': () => move('end', true), '{': () => move('start', true), '}': () => move('start', false) };
  tabs.forEach((name, place) => { keys[String(place + 1)] = () => open(name); });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $('dialog').open) return;
    if (event.target.matches('input, select, textarea')) { if (event.key === 'Escape') { event.target.blur(); list.focus(); } else if (event.target.type !== 'range' || !'ueoq'.includes(event.key)) return; }
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && chosen && event.target.getAttribute('role') !== 'tab') { event.preventDefault(); choose(by, event.shiftKey); return; }
    if (event.key === 'Escape') chosen = null;
    const down = { ArrowDown: keys.j, ArrowUp: keys.k }[event.key];
    const act = keys[event.key] ?? (event.target === list ? down : undefined);
    if (act) { event.preventDefault(); act(); }
  });

  indexFindings();
  $('undo').disabled = !data.undoable;
  filterList();
  count();
  card();
  if (data.warnings.length) warn(data.warnings.join(' '));
  const wanted = byId.get(location.hash.slice(1)) ?? findings.find(isOpen) ?? findings[0];
  if (wanted) select(wanted, true);
  preview();
})();
