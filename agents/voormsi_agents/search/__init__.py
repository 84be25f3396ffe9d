"""Players that think at the table: sampled hidden cards, playouts, trees and exact endings."""
