//! Where the boxes of a layered picture stand: in an order in which few lines cross, and near to what they are linked to.

/// The width of a line that passes a layer, and the space between neighbours.
const PASSAGE: f64 = 14.0;
const SPACE: f64 = 20.0;
/// How often layers are sorted and moved; pictures of taxonomies settle after a few rounds.
const ROUNDS: usize = 12;

/// Nodes in layers. A link over several layers passes each layer between in a slot of its own.
pub(super) struct Layers {
    /// The slots of each layer from left to right.
    order: Vec<Vec<usize>>,
    slots: Vec<Slot>,
    /// Every link as the slots that it passes, from above.
    links: Vec<Vec<usize>>,
    width: f64,
}

/// A node (the first slots are the nodes) or the passage of a link.
struct Slot {
    layer: usize,
    width: f64,
    x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Layers {
    /// Lays out nodes, given by layer and width, and links from a node above to a node in some layer below.
    pub(super) fn new(nodes: &[(usize, f64)], links: &[(usize, usize)]) -> Self {
        let slot = |layer, width| Slot { layer, width, x: 0.0, above: Vec::new(), below: Vec::new() };
        let mut slots: Vec<Slot> = nodes.iter().map(|&(layer, width)| slot(layer, width)).collect();
        let mut paths = Vec::new();
        for &(above, below) in links {
            let mut path = vec![above];
            for layer in slots[above].layer + 1..slots[below].layer {
                path.push(slots.len());
                slots.push(slot(layer, PASSAGE));
            }
            path.push(below);
            for pair in path.windows(2) {
                slots[pair[0]].below.push(pair[1]);
                slots[pair[1]].above.push(pair[0]);
            }
            paths.push(path);
        }
        let count = slots.iter().map(|slot| slot.layer + 1).max().unwrap_or(0);
        let mut order = vec![Vec::new(); count];
        for (i, slot) in slots.iter().enumerate() {
            order[slot.layer].push(i);
        }
        let mut layers = Self { order, slots, links: paths, width: 0.0 };
        layers.sort();
        layers.place();
        layers
    }

    /// Sorts each layer by the mean place of its neighbours, down and up in turn, and keeps the order with the fewest
    /// crossings.
    fn sort(&mut self) {
        let mut best = (self.crossings(), self.order.clone());
        for round in 0..ROUNDS {
            let down = round % 2 == 0;
            let count = self.order.len();
            for i in 1..count {
                let layer = if down { i } else { count - 1 - i };
                let places = self.places();
                let mean = |slot: usize| {
                    let near = if down { &self.slots[slot].above } else { &self.slots[slot].below };
                    let sum: usize = near.iter().map(|&near| places[near]).sum();
                    if near.is_empty() { places[slot] as f64 } else { sum as f64 / near.len() as f64 }
                };
                let mut order = self.order[layer].clone();
                order.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)));
                self.order[layer] = order;
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.order.clone());
            }
        }
        self.order = best.1;
    }

    /// The place of every slot in its layer.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.slots.len()];
        for layer in &self.order {
            for (place, &slot) in layer.iter().enumerate() {
                places[slot] = place;
            }
        }
        places
    }

    /// How many pairs of lines cross.
    fn crossings(&self) -> usize {
        let places = self.places();
        let crossing = |layer: &Vec<usize>| {
            let lines: Vec<(usize, usize)> = layer
                .iter()
                .flat_map(|&above| self.slots[above].below.iter().map(move |&below| (above, below)))
                .map(|(above, below)| (places[above], places[below]))
                .collect();
            let cross = |a: &(usize, usize), b: &(usize, usize)| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1);
            lines.iter().enumerate().map(|(i, a)| lines[..i].iter().filter(|b| cross(a, b)).count()).sum::<usize>()
        };
        self.order.iter().map(crossing).sum()
    }

    /// Moves every slot towards the mean of its neighbours above and below in turn, as far as the order and the widths
    /// allow. The last round goes down, so that a chain of concepts stands upright.
    fn place(&mut self) {
        for layer in self.order.clone() {
            let wanted = vec![0.0; layer.len()];
            self.put(&layer, &wanted);
        }
        for round in 0..=ROUNDS {
            let down = round % 2 == 0;
            for i in 1..self.order.len() {
                let layer = self.order[if down { i } else { self.order.len() - 1 - i }].clone();
                let wanted: Vec<f64> = layer.iter().map(|&slot| self.wanted(slot, down)).collect();
                self.put(&layer, &wanted);
            }
        }
        let left = self.slots.iter().map(|slot| slot.x - slot.width / 2.0).fold(f64::INFINITY, f64::min);
        for slot in &mut self.slots {
            slot.x -= left;
        }
        self.width = self.slots.iter().map(|slot| slot.x + slot.width / 2.0).fold(0.0, f64::max);
    }

    fn wanted(&self, slot: usize, down: bool) -> f64 {
        let Slot { above, below, x, .. } = &self.slots[slot];
        let near = if down { above } else { below };
        let sum: f64 = near.iter().map(|&near| self.slots[near].x).sum();
        if near.is_empty() { *x } else { sum / near.len() as f64 }
    }

    /// Places a layer: the mean of pushing everything as far right and as far left as the spaces need.
    fn put(&mut self, layer: &[usize], wanted: &[f64]) {
        let apart = |a: usize, b: usize| (self.slots[a].width + self.slots[b].width) / 2.0 + SPACE;
        let (mut right, mut left) = (wanted.to_vec(), wanted.to_vec());
        for i in 1..layer.len() {
            right[i] = right[i].max(right[i - 1] + apart(layer[i - 1], layer[i]));
        }
        for i in (1..layer.len()).rev() {
            left[i - 1] = left[i - 1].min(left[i] - apart(layer[i - 1], layer[i]));
        }
        for (i, &slot) in layer.iter().enumerate() {
            self.slots[slot].x = (right[i] + left[i]) / 2.0;
        }
    }

    /// The middle of a node.
    pub(super) fn x(&self, node: usize) -> f64 {
        self.slots[node].x
    }

    /// The width of the whole.
    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// The links as the places that they pass: the middle of a slot, and its layer.
    pub(super) fn paths(&self) -> impl Iterator<Item = Vec<(f64, usize)>> {
        self.links.iter().map(|path| path.iter().map(|&slot| (self.slots[slot].x, self.slots[slot].layer)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_that_need_not_cross_do_not() {
        // 0 and 1 above 2 and 3, listed crosswise; 4 hangs on 0 over two layers.
        let nodes = [(0, 50.0), (0, 50.0), (1, 50.0), (1, 50.0), (2, 50.0)];
        let layers = Layers::new(&nodes, &[(0, 3), (1, 2), (2, 4), (1, 4)]);
        assert_eq!(layers.crossings(), 0);
    }

    proptest! {
        #[test]
        fn boxes_never_overlap(
            nodes in prop::collection::vec((0..5usize, 20.0..200.0f64), 1..20),
            links in prop::collection::vec((0..20usize, 0..20usize), 0..30)
        ) {
            let links: Vec<(usize, usize)> = links
                .into_iter()
                .filter(|&(a, b)| a < nodes.len() && b < nodes.len() && nodes[a].0 < nodes[b].0)
                .collect();
            let layers = Layers::new(&nodes, &links);
            for order in &layers.order {
                for pair in order.windows(2) {
                    let (a, b) = (&layers.slots[pair[0]], &layers.slots[pair[1]]);
                    prop_assert!(a.x + a.width / 2.0 + SPACE <= b.x - b.width / 2.0 + 1e-6);
                }
            }
            for (node, &(_, width)) in nodes.iter().enumerate() {
                prop_assert!(layers.x(node) - width / 2.0 >= -1e-6 && layers.x(node) + width / 2.0 <= layers.width() + 1e-6);
            }
        }
    }
}
